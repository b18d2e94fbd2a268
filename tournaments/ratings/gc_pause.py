"""Letting Python's collector rest while many small values are made.

Whatever a fold makes is freed as soon as nobody holds it, without the collector, which only finds values that hold each
other. It would look through all of them again and again, which takes a quarter of the time.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_resting: list[bool] = []
"""Whether the collector was at work, for each of those who let it rest just now; threads share one collector."""


@contextmanager
def gc_paused() -> Iterator[None]:
    """Let the collector rest; of several at once the last one wakes it again."""
    with _lock:
        _resting.append(gc.isenabled())
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            was_at_work = any(_resting)
            _resting.pop()
            if not _resting and was_at_work:
                gc.enable()
            elif _resting:
                _resting[0] = was_at_work
