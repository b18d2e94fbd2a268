"""Time for tests of accounts: it stands still until a test moves it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from games.clock.site_time import system_clock, use_clock


class Watch:
    """The time of a test, which begins now: Django's own parts go by the real one."""

    def __init__(self) -> None:
        self.at: datetime = system_clock()

    def __call__(self) -> datetime:
        return self.at

    def pass_by(self, **time: float) -> None:
        """Let time pass."""
        self.at += timedelta(**time)


@contextmanager
def watched() -> Iterator[Watch]:
    """A watch that everything goes by."""
    watch = Watch()
    with use_clock(watch):
        yield watch
