"""Commands per second through HTTP, against a bare Django view, at 1, 8 and 32 clients.

One server process answers all, with the same settings and middleware; each client keeps one connection and plays games
of its own with a token, as a program does. The bare view inserts one row by the ORM and knows neither rules nor rights.
How long single answers took is told beside the rates. SQLite, and PostgreSQL with Redis.
"""

from typing import Any, Final

from benchmarks.databases import POSTGRESQL, SQLITE, Unreachable, in_django, scratch
from benchmarks.report import Goal, Line
from benchmarks.servers import redis_for
from benchmarks.sizes import Sizes
from benchmarks.timing import Waits

COMMANDS: Final = "commands"
BARE: Final = "a bare view with one insert"
GOAL: Final = Goal("at least", 0.4)
CROWDS: Final = (8, 32)
"""The numbers of clients for which there is a goal: one alone keeps nobody waiting."""

Measured = list[Any]
"""Seconds for an answer, spread, runs, and the 50th, 99th and last hundredth of how long answers took."""


def measure(sizes: Sizes) -> list[Line]:
    """The rates on both databases."""
    return [line for vendor in (SQLITE, POSTGRESQL) for line in _lines(vendor, sizes)]


def _lines(vendor: str, sizes: Sizes) -> list[Line]:
    try:
        with scratch(vendor) as environment:
            environment |= redis_for(vendor)
            told = in_django("benchmarks.serving", environment, sizes.append_rounds, sizes.commands)
    except Unreachable as reason:
        return [Line(vendor, note=str(reason))]
    measured: dict[int, dict[str, Measured]] = {int(clients): ways for clients, ways in told.items()}
    return [_line(vendor, clients, ways[COMMANDS], ways[BARE]) for clients, ways in measured.items()]


def _line(vendor: str, clients: int, ours: Measured, reference: Measured) -> Line:
    name, goal = f"{vendor}, {clients} client{'s' * (clients > 1)}", GOAL if clients in CROWDS else None
    ratio, spread = reference[0] / ours[0], max(ours[1], reference[1])
    rates = 1 / ours[0], "per second", 1 / reference[0]
    note = f"{Waits(*ours[3]).note}; {BARE} {Waits(*reference[3]).note}"
    return Line(name, *rates, BARE, ratio, "the rate", goal, int(ours[2]), spread, note)
