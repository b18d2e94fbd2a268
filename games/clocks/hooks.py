"""Where other apps take part in what the clocks do: in every sweep, after an outage, when a game of theirs ends."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

Sweep: TypeAlias = Callable[[datetime], None]
"""Sees to whatever is due at a moment, each thing in its own transaction."""
Outage: TypeAlias = Callable[[datetime, datetime], None]
"""Gives back the time between two moments, the last sweep and this one; inside the transaction that measures it."""
Heard: TypeAlias = Callable[[str], None]
"""Hears of a game of a tournament that a result was stored; after the commit, and perhaps never: see `ResultChange`."""

_sweeps: list[Sweep] = []
_outages: list[Outage] = []
_results: list[Heard] = []


def sweep_with(sweep: Sweep) -> None:
    """Let an app see to what is due in every sweep; to be called in its `ready`."""
    _sweeps.append(sweep)


def on_outage(outage: Outage) -> None:
    """Let an app move its own deadlines along after an outage; to be called in its `ready`."""
    _outages.append(outage)


def on_result(heard: Heard) -> None:
    """Let an app hear at once of results of its tournaments' games; to be called in its `ready`."""
    _results.append(heard)


def sweeps() -> tuple[Sweep, ...]:
    """Everything that sees to something in a sweep."""
    return tuple(_sweeps)


def outages() -> tuple[Outage, ...]:
    """Everything that moves deadlines along."""
    return tuple(_outages)


def tell_result(game: str) -> None:
    """Tell everybody who wants to hear of it that a game has come to a result."""
    for heard in _results:
        heard(game)
