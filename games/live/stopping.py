"""Closing the streams when the server is told to stop: it would wait for them otherwise, and give up after seconds."""

import signal
import threading
from functools import cache
from types import FrameType
from typing import Final

from games.live.watcher import watcher

STOPPING: Final = (signal.SIGINT, signal.SIGTERM)


@cache
def close_streams_on_signals() -> None:
    """Close all streams when one of the signals comes by which the server stops, before the server hears of it.

    Called by every stream, and done for the first: when it begins, the server has set its own handlers.
    """
    if threading.current_thread() is threading.main_thread():
        for number in STOPPING:
            _close_before(number)


def _close_before(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    if not callable(before):
        return

    def close(received: int, frame: FrameType | None) -> None:
        watcher.stop()
        before(received, frame)

    signal.signal(number, close)
