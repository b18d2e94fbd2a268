"""The contenders on one database: the services, raw SQL, and the services with nothing remembered between commands.

On SQLite the services also write without a queue, as SQLite itself has its writers wait.
"""

from collections import defaultdict
from typing import Any

from django.db import connection

from benchmarks.appending import FORGETFUL, POLLING, RAW, SERVICE, WRITERS
from benchmarks.appending.plans import Step, plan, players
from benchmarks.appending.writers import WARMING, write_all
from benchmarks.timing import Contender, interleave, summarize_waits
from games.accounts.models import Account

Waits = defaultdict[tuple[int, str], list[float]]
"""How long the commands took, for each number of writers and way of writing."""


def measure(rounds: int, commands: int) -> dict[int, dict[str, list[Any]]]:
    """For each number of writers and way of writing: what a command costs as a `Timing`, and its waits.

    The numbers of writers take turns like the ways, since their rates are compared too.
    """
    who, waits = players(), Waits(list)
    ways = (SERVICE, POLLING, RAW, FORGETFUL) if connection.vendor == "sqlite" else (SERVICE, RAW, FORGETFUL)
    each = {(writers, way): max(1, commands // writers) for writers in WRITERS for way in ways}
    contenders = {f"{writers} {way}": _contender(writers, each[writers, way], way, who, waits) for writers, way in each}
    times = interleave(contenders, rounds)
    return {
        writers: {
            way: [*times[f"{writers} {way}"].per(each[writers, way] * writers), summarize_waits(waits[writers, way])]
            for way in ways
        }
        for writers in WRITERS
    }


def _contender(writers: int, each: int, way: str, who: list[Account], waits: Waits) -> Contender:
    """Stores new games every time; making them is not measured."""

    def write() -> list[float]:
        written = write_all([_portion(WARMING + each, who) for _ in range(writers)], way)
        waits[writers, way] += written.waits
        return [written.seconds]

    return write


def _portion(commands: int, who: list[Account]) -> list[Step]:
    steps: list[Step] = []
    while len(steps) < commands:
        steps += plan(who)
    return steps[:commands]
