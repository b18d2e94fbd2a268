"""What time it is. Everything asks here, so that tests can move the time."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]


def system_clock() -> datetime:
    """The machine's time, in UTC."""
    return datetime.now(UTC)


_current: Clock = system_clock


def now() -> datetime:
    """The time as the clock in use tells it."""
    return _current()


@contextmanager
def using(clock: Clock) -> Iterator[None]:
    """Let another clock tell the time, in all threads, until the block ends."""
    global _current
    before, _current = _current, clock
    try:
        yield
    finally:
        _current = before


def write_time(moment: datetime) -> str:
    """A time as the log writes it: UTC with six digits and a Z."""
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def read_time(text: str) -> datetime:
    """The time that the log has written."""
    return datetime.fromisoformat(text)
