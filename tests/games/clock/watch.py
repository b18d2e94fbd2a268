"""A clock that stands still until a test moves it, and sweeps along the way."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from games.clock.site_time import use_clock
from games.log.models import Game
from games.sweep import sweep_once

BEGIN = datetime(2026, 3, 14, 9, 26, 53, 589_793, tzinfo=UTC)
STEP = 4.0
"""Seconds between two sweeps: short enough to be no outage."""


class Watch:
    """The time of a test."""

    def __init__(self, at: datetime = BEGIN) -> None:
        self.at = at
        self.passed = 0.0

    def __call__(self) -> datetime:
        return self.at

    def ticks(self) -> float:
        """The seconds that have really passed."""
        return self.passed

    def set(self, seconds: float) -> None:
        """Let time pass without any sweep."""
        self.at += timedelta(seconds=seconds)
        self.passed += seconds

    def step(self, seconds: float) -> None:
        """Set the hands forward or back, while no time passes."""
        self.at += timedelta(seconds=seconds)

    def run(self, seconds: float, do: Callable[[], object] = sweep_once) -> None:
        """Let time pass in which the clocks are seen to."""
        while seconds > 0:
            self.set(min(seconds, STEP))
            seconds -= STEP
            do()


@contextmanager
def wound() -> Iterator[Watch]:
    """A watch that everything goes by, and a first sweep at its time."""
    watch = Watch()
    with use_clock(watch, watch.ticks):
        sweep_once()
        yield watch


def due_at(game: str) -> datetime | None:
    """When the time of a game runs out."""
    return Game.objects.values_list("due_at", flat=True).get(pk=game)


def left(game: str, watch: Watch) -> float:
    """How many seconds a game's players have left."""
    due = due_at(game)
    assert due is not None
    return (due - watch.at).total_seconds()
