"""Commands per second through the services, against the same statements in raw SQL, at 1, 8 and 32 writers.

Each writer is a process with a connection of its own and plays games of its own, as players do. Both ways store the
same events in the same tables under the same guards, on SQLite and on PostgreSQL.
"""

from typing import Final

from benchmarks.databases import POSTGRESQL, SQLITE, Unreachable, in_django, scratch
from benchmarks.report import Goal, Line
from benchmarks.sizes import Sizes

SERVICE: Final = "the services"
RAW: Final = "raw SQL"
FORGETFUL: Final = "the services, nothing remembered"
GOAL: Final = Goal("at least", 0.4)


def measure(sizes: Sizes) -> list[Line]:
    """The rates on both databases."""
    return [line for vendor in (SQLITE, POSTGRESQL) for line in _lines(vendor, sizes)]


def _lines(vendor: str, sizes: Sizes) -> list[Line]:
    try:
        with scratch(vendor) as environment:
            measured = in_django("benchmarks.appending", environment, sizes.append_rounds, sizes.commands)
    except Unreachable as reason:
        return [Line(vendor, note=str(reason))]
    return [
        _line(f"{vendor}, {_writers(int(writers))}{note}", times[way], times[RAW], goal)
        for writers, times in measured.items()
        for way, note, goal in ((SERVICE, "", GOAL), (FORGETFUL, ", cold", None))
    ]


def _writers(number: int) -> str:
    return f"{number} writer{'s' * (number > 1)}"


def _line(name: str, ours: list[float], reference: list[float], goal: Goal | None) -> Line:
    ratio, spread = reference[0] / ours[0], max(ours[1], reference[1])
    rates = 1 / ours[0], "per second", 1 / reference[0]
    return Line(name, *rates, RAW, ratio, "the rate", goal, int(ours[2]), spread)
