"""Where other apps take part in what the clocks do: in every sweep, after an outage, when the machine's clock was set,
when a game of theirs ends."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeAlias

from django.db.models import F, Model

Sweep: TypeAlias = Callable[[datetime], None]
"""Sees to whatever is due at a moment, each thing in its own transaction."""
Outage: TypeAlias = Callable[[datetime, datetime], None]
"""Gives back the time between two moments, the last sweep and this one; inside the transaction that measures it."""
Step: TypeAlias = Callable[[timedelta, datetime], None]
"""Moves deadlines by as much as the clock was set, now that it shows a moment; inside the same transaction."""
Heard: TypeAlias = Callable[[str], None]
"""Hears of a game of a tournament that a result was stored; after the commit, and perhaps never: see `ResultChange`."""

_sweeps: list[Sweep] = []
_outages: list[Outage] = []
_steps: list[Step] = []
_results: list[Heard] = []


def sweep_with(sweep: Sweep) -> None:
    """Let an app see to what is due in every sweep; to be called in its `ready`."""
    _sweeps.append(sweep)


def on_outage(outage: Outage) -> None:
    """Let an app move its own deadlines along after an outage; to be called in its `ready`."""
    _outages.append(outage)


def on_step(step: Step) -> None:
    """Let an app move its own deadlines when the machine's clock was set; to be called in its `ready`."""
    _steps.append(step)


def move_with_steps(model: type[Model], *columns: str) -> None:
    """Have times moved that say when something is due or how long it is held; to be called in an app's `ready`."""

    def move(by: timedelta, moment: datetime) -> None:
        for column in columns:
            times = model._default_manager.filter(**{f"{column}__isnull": False})
            times.update(**{column: F(column) + by})

    on_step(move)


def on_result(heard: Heard) -> None:
    """Let an app hear at once of results of its tournaments' games; to be called in its `ready`."""
    _results.append(heard)


def sweeps() -> tuple[Sweep, ...]:
    """Everything that sees to something in a sweep."""
    return tuple(_sweeps)


def outages() -> tuple[Outage, ...]:
    """Everything that moves deadlines along."""
    return tuple(_outages)


def steps() -> tuple[Step, ...]:
    """Everything that moves deadlines when the clock was set."""
    return tuple(_steps)


def tell_result(game: str) -> None:
    """Tell everybody who wants to hear of it that a game has come to a result."""
    for heard in _results:
        heard(game)
