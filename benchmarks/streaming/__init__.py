"""From the commit of a move to its arrival at 200 listeners of one server process, against a bare fan-out.

The listeners have accounts of their own. They watch one game together, or fifty games, four at each as on a club night.
Another process makes the moves, as workers do for bots and clocks. The reference is an asyncio server that knows
nothing but its connections and writes the same bytes to the same number of listeners, in turn with the moves.
"""

from typing import Final

from benchmarks.databases import POSTGRESQL, SQLITE, Unreachable, in_django, scratch
from benchmarks.report import Line
from benchmarks.servers import redis_for
from benchmarks.sizes import Sizes

LISTENERS: Final = 200
TABLES: Final = {"one game": 1, "50 games": 50}
BARE: Final = "a bare fan-out"
GOALS: Final = {SQLITE: {"median": 30, "p99": 60}, POSTGRESQL: {"median": 5, "p99": 20}}
"""Milliseconds on an idle machine."""


def measure(sizes: Sizes) -> list[Line]:
    """The times on SQLite, and on PostgreSQL with Redis."""
    return [line for vendor in (SQLITE, POSTGRESQL) for line in _lines(vendor, sizes)]


def _lines(vendor: str, sizes: Sizes) -> list[Line]:
    try:
        with scratch(vendor) as environment:
            measured = in_django("benchmarks.streaming", {**environment, **redis_for(vendor)}, sizes.streamed)
    except Unreachable as reason:
        return [Line(vendor, note=str(reason))]
    return [
        _line(f"{vendor}, {tables}, {which}", figures["ours"][which], figures["bare"][which], goal, sizes.streamed)
        for tables, figures in measured.items()
        for which, goal in GOALS[vendor].items()
    ]


def _line(name: str, ours: float, bare: float, goal: int, moves: int) -> Line:
    verdict = "met" if ours * 1000 <= goal else "missed"
    note = f"goal on an idle machine: at most {goal} ms, {verdict}"
    return Line(name, ours * 1000, "ms", bare * 1000, BARE, ours / bare, "the time", runs=moves, note=note)
