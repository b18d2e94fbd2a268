"""Celery messages as files, in a folder for each queue: the broker of a site that has no Redis.

Kombu's own `filesystem` transport keeps a table beside the messages that a kill or two first starts at once can leave
half written, and it takes messages through the machine's temporary folder. Here a message is written under a passing
name and then renamed, and taken by renaming it again, so every file is whole and exactly one reader gets it.
"""

import contextlib
import json
import time
import uuid
from collections import defaultdict, deque
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import virtual

WAITING = ".msg"
PASSING = ".part"
STALE_SECONDS = 3600.0
LONGEST_WAIT = 0.3


class Channel(virtual.Channel):
    """Queues without exchanges: a message goes to the queue that its routing key names."""

    supports_fanout = False

    def __init__(self, connection: "Transport", **options: Any) -> None:
        super().__init__(connection, **options)
        self._folder = connection.folder
        self._listed: dict[str, deque[Path]] = defaultdict(deque)
        _sweep(self._folder)

    def _lookup(self, exchange: str, routing_key: str, default: str | None = None) -> list[str]:
        return [routing_key]

    def _put(self, queue: str, message: Any, **options: Any) -> None:
        # Every time: somebody may have emptied the data folder of what can be spared.
        self._folder_of(queue).mkdir(mode=0o700, parents=True, exist_ok=True)
        # Names sort by the time of sending, also after the machine has been started again.
        passing = self._folder_of(queue) / f"{time.time_ns():020}-{uuid.uuid4().hex}{PASSING}"
        try:
            passing.write_text(json.dumps(message), encoding="utf-8")
            passing.rename(passing.with_suffix(WAITING))
        except OSError:
            # On a full disk the beat would leave one of these every second.
            passing.unlink(missing_ok=True)
            raise

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        """The oldest message; the folder is listed once for all that wait, not once for each."""
        listed = self._listed[queue]
        if not listed:
            listed.extend(sorted(self._waiting(queue)))
        while listed:
            with contextlib.suppress(FileNotFoundError, ValueError):
                return json.loads(_take(listed.popleft()))
        raise Empty

    def _purge(self, queue: str) -> int:
        waiting = list(self._waiting(queue))
        for file in waiting:
            file.unlink(missing_ok=True)
        return len(waiting)

    def _size(self, queue: str) -> int:
        return sum(1 for _ in self._waiting(queue))

    def _waiting(self, queue: str) -> Iterator[Path]:
        return self._folder_of(queue).glob("*" + WAITING)

    def _folder_of(self, queue: str) -> Path:
        return self._folder / queue


def _take(file: Path) -> str:
    """A message that nobody else gets any more; renaming fails for all but one."""
    taken = file.with_suffix(PASSING)
    file.rename(taken)
    text = taken.read_text(encoding="utf-8")
    taken.unlink()
    return text


def _sweep(folder: Path) -> None:
    """Remove what killed processes left under passing names."""
    long_ago = time.time() - STALE_SECONDS
    for file in folder.glob("*/*" + PASSING):
        with contextlib.suppress(FileNotFoundError):
            if file.stat().st_mtime < long_ago:
                file.unlink()


class Transport(virtual.Transport):
    """The folder as Kombu knows it."""

    Channel = Channel
    global_state = virtual.BrokerState()
    default_port = 0
    driver_type = "folder"
    driver_name = "folder"
    implements = virtual.Transport.implements.extend(asynchronous=False, exchange_type=frozenset(["direct"]))

    def __init__(self, client: Any, **options: Any) -> None:
        super().__init__(client, **options)
        self.state = self.global_state
        self.folder = Path(client.transport_options["folder"])

    def drain_events(self, connection: Any, timeout: float | None = None, **options: Any) -> None:
        """Deliver one message, or soon return without: only between two calls does a worker see that it must stop."""
        super().drain_events(connection, timeout=min(timeout or LONGEST_WAIT, LONGEST_WAIT))

    def driver_version(self) -> str:
        """It has none."""
        return "N/A"
