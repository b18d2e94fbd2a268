"""Closing a round and pairing the next for growing fields, and what a sweep costs among many idle tournaments.

The tournaments are of people who play on paper, so that only what the machine does between two rounds is measured, on
the database, with everything that it writes down.
"""

from itertools import pairwise
from math import log
from typing import Final

from benchmarks.databases import POSTGRESQL, SQLITE, Unreachable, in_django, scratch
from benchmarks.report import Goal, Line
from benchmarks.sizes import Sizes
from benchmarks.timing import Timing

NOISE: Final = 1.1
SAME: Final = Goal("at most", 1.5)
"""A sweep among many idle tournaments should cost what it costs among few."""


def measure(sizes: Sizes) -> list[Line]:
    """Both on both databases."""
    return [line for vendor in (SQLITE, POSTGRESQL) for line in _lines(vendor, sizes)]


def _lines(vendor: str, sizes: Sizes) -> list[Line]:
    try:
        with scratch(vendor) as environment:
            fields, idle = ",".join(map(str, sizes.fields)), ",".join(map(str, sizes.idle))
            measured = in_django("benchmarks.rounds", environment, fields, idle)
    except Unreachable as reason:
        return [Line(vendor, note=str(reason))]
    rounds = {int(players): Timing(*times) for players, times in measured["rounds"].items()}
    sweeps = {int(count): Timing(*times) for count, times in measured["sweeps"].items()}
    return [
        *(_growth(vendor, fewer, more, rounds) for fewer, more in pairwise(sizes.fields)),
        *(_idle(vendor, fewer, more, sweeps) for fewer, more in pairwise(sizes.idle)),
    ]


def _growth(vendor: str, fewer: int, more: int, rounds: dict[int, Timing]) -> Line:
    goal = Goal("at most", round(NOISE * more * log(more) / (fewer * log(fewer)), 1))
    return _compared(f"{vendor}, {more:,} players", "s", 1, rounds[more], rounds[fewer], f"for {fewer:,}", goal)


def _idle(vendor: str, fewer: int, more: int, sweeps: dict[int, Timing]) -> Line:
    return _compared(f"{vendor}, sweep, {more:,} idle", "µs", 1e6, sweeps[more], sweeps[fewer], f"for {fewer:,}", SAME)


def _compared(name: str, unit: str, scale: float, ours: Timing, reference: Timing, against: str, goal: Goal) -> Line:
    ratio, spread = ours.seconds / reference.seconds, max(ours.spread, reference.spread)
    measured = ours.seconds * scale, unit, reference.seconds * scale
    return Line(name, *measured, against, ratio, "the time", goal, ours.runs, spread)
