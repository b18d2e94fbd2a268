"""Commands per second through the services, against the same statements in raw SQL, at 1, 8 and 32 writers.

Each writer is a process with a connection of its own and plays games of its own, as players do. Both ways store the
same events in the same tables under the same guards, on SQLite and on PostgreSQL. On SQLite the writers that queue are
held against writers that poll, as they would without our backend, in the same run.
"""

from collections.abc import Iterator
from typing import Any, Final

from benchmarks.databases import POSTGRESQL, SQLITE, Unreachable, in_django, scratch
from benchmarks.report import Goal, Line
from benchmarks.sizes import Sizes
from benchmarks.timing import Waits

WRITERS: Final = (1, 8, 32)
SERVICE: Final = "the services"
RAW: Final = "raw SQL"
FORGETFUL: Final = "the services, nothing remembered"
POLLING: Final = "without the queue"
GOAL: Final = Goal("at least", 0.4)
HALF: Final = Goal("at least", 0.5)

Measured = list[Any]
"""Seconds for a command, spread, runs, and the 50th, 99th and last hundredth of how long commands took."""


def measure(sizes: Sizes) -> list[Line]:
    """The rates on both databases."""
    return [line for vendor in (SQLITE, POSTGRESQL) for line in _lines(vendor, sizes)]


def _lines(vendor: str, sizes: Sizes) -> list[Line]:
    try:
        with scratch(vendor) as environment:
            told = in_django("benchmarks.appending", environment, sizes.append_rounds, sizes.commands)
    except Unreachable as reason:
        return [Line(vendor, note=str(reason))]
    measured: dict[int, dict[str, Measured]] = {int(writers): ways for writers, ways in told.items()}
    lines = [
        _line(f"{vendor}, {_writers(writers)}{note}", ways[way], ways[RAW], RAW, goal)
        for writers, ways in measured.items()
        for way, note, goal in ((SERVICE, "", GOAL), (FORGETFUL, ", cold", None))
    ]
    return [*lines, *_queueing(measured)] if vendor == SQLITE else lines


def _queueing(measured: dict[int, dict[str, Measured]]) -> Iterator[Line]:
    """What the queue is good for: against polling with as many writers, and against one writer."""
    for writers, ways in measured.items():
        name, note = f"queue, {_writers(writers)}", f"{_waits(ways[SERVICE])}; {POLLING} {_waits(ways[POLLING])}"
        yield _line(name, ways[SERVICE], ways[POLLING], POLLING, None, note)
    for way, before, goal in ((SERVICE, "queue", HALF), (POLLING, POLLING, None)):
        alone = measured[WRITERS[0]][way]
        for writers in WRITERS[1:]:
            name = f"{before}, {writers} for 1"
            yield _line(name, measured[writers][way], alone, _writers(1), goal)


def _writers(number: int) -> str:
    return f"{number} writer{'s' * (number > 1)}"


def _waits(measured: Measured) -> str:
    return Waits(*measured[3]).note


def _line(name: str, ours: Measured, reference: Measured, against: str, goal: Goal | None, note: str = "") -> Line:
    ratio, spread = reference[0] / ours[0], max(ours[1], reference[1])
    rates = 1 / ours[0], "per second", 1 / reference[0]
    return Line(name, *rates, against, ratio, "the rate", goal, int(ours[2]), spread, note)
