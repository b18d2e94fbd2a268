"""The contenders on one database: the services, raw SQL, and the services with nothing remembered between commands."""

from benchmarks.appending import FORGETFUL, RAW, SERVICE
from benchmarks.appending.plans import Step, plan, players
from benchmarks.appending.writers import write_all
from benchmarks.timing import Contender, Timing, interleave
from games.models import Account

WRITERS = (1, 8, 32)
WAYS = (SERVICE, RAW, FORGETFUL)


def measure(rounds: int, commands: int) -> dict[int, dict[str, Timing]]:
    """For each number of writers and way of writing, what a command costs."""
    who = players()
    return {writers: _measure(writers, rounds, commands, who) for writers in WRITERS}


def _measure(writers: int, rounds: int, commands: int, who: list[Account]) -> dict[str, Timing]:
    each = max(1, commands // writers)
    times = interleave({way: _contender(writers, each, way, who) for way in WAYS}, rounds)
    return {way: timing.per(each * writers) for way, timing in times.items()}


def _contender(writers: int, each: int, way: str, who: list[Account]) -> Contender:
    """Stores new games every time; making them is not measured."""
    return lambda: write_all([_portion(each, who) for _ in range(writers)], way)


def _portion(commands: int, who: list[Account]) -> list[Step]:
    steps: list[Step] = []
    while len(steps) < commands:
        steps += plan(who)
    return steps[:commands]
