"""What the log says while the broker is away: a line a minute, where the beat would write a traceback every second."""

import logging
import time

PAUSE_SECONDS = 60.0


class OneLineAMinute(logging.Filter):
    """Lets the first line of a message through, and the same again only after a while."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = record.getMessage().partition("\n")[0], ()
        record.exc_info = record.exc_text = None
        now = time.monotonic()
        if now - self._said.get(record.msg, -PAUSE_SECONDS) < PAUSE_SECONDS:
            return False
        self._said = {record.msg: now}
        return True
