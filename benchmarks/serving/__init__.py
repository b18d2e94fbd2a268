"""Commands per second through HTTP, against a bare Django view behind the same middleware, at 1, 8 and 32 clients.

One server process answers all; each client keeps one connection and plays games of its own with a token, as a program
does. The bare view inserts one row and knows neither rules nor rights. SQLite, and PostgreSQL with Redis.
"""

from typing import Final

from benchmarks.databases import POSTGRESQL, SQLITE, Unreachable, in_django, scratch
from benchmarks.report import Goal, Line
from benchmarks.servers import redis_for
from benchmarks.sizes import Sizes

COMMANDS: Final = "commands"
BARE: Final = "a bare view with one insert"
GOAL: Final = Goal("at least", 0.5)


def measure(sizes: Sizes) -> list[Line]:
    """The rates on both databases."""
    return [line for vendor in (SQLITE, POSTGRESQL) for line in _lines(vendor, sizes)]


def _lines(vendor: str, sizes: Sizes) -> list[Line]:
    try:
        with scratch(vendor) as environment:
            environment |= redis_for(vendor)
            measured = in_django("benchmarks.serving", environment, sizes.append_rounds, sizes.commands)
    except Unreachable as reason:
        return [Line(vendor, note=str(reason))]
    return [
        _line(f"{vendor}, {clients} client{'s' * (int(clients) > 1)}", times[COMMANDS], times[BARE])
        for clients, times in measured.items()
    ]


def _line(name: str, ours: list[float], reference: list[float]) -> Line:
    ratio, spread = reference[0] / ours[0], max(ours[1], reference[1])
    rates = 1 / ours[0], "per second", 1 / reference[0]
    return Line(name, *rates, BARE, ratio, "the rate", GOAL, int(ours[2]), spread)
