"""Leaderboards with few and with many players: the first hundred, and what is around somebody.

What is measured is a whole answer, with names, as a page asks for it. Each size has a database and a process of its
own, and they take turns.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Final, NamedTuple

from benchmarks.databases import POSTGRESQL, ROOT, SQLITE, Unreachable, scratch
from benchmarks.report import Goal, Line, costlier
from benchmarks.servers import LOCAL_REDIS
from benchmarks.sizes import Sizes
from benchmarks.timing import Contender, interleave

TABLES: Final = "tables"
REDIS: Final = "redis"
TOP: Final = "top 100"
AROUND: Final = "around me"
TIMES: Final = 20
"""How often a question is asked in one run."""
PATIENCE: Final = 60
"""Seconds that a process has for leaving nothing behind."""


class Measured(NamedTuple):
    """One way to keep leaderboards, and how much slower it may be with many players."""

    name: str
    vendor: str
    source: str
    goal: Goal | None


WAYS: Final = (
    Measured("SQLite", SQLITE, TABLES, None),
    Measured("PostgreSQL", POSTGRESQL, TABLES, Goal("at most", 3)),
    Measured("Redis", POSTGRESQL, REDIS, Goal("at most", 2)),
)


def measure(sizes: Sizes) -> Iterator[Line]:
    """All ways, each with few and with many players."""
    for vendor in (SQLITE, POSTGRESQL):
        try:
            yield from _lines(vendor, sizes)
        except Unreachable as reason:
            yield Line(vendor, note=str(reason))


def _lines(vendor: str, sizes: Sizes) -> Iterator[Line]:
    few, many = sizes.ranked
    ways = [way for way in WAYS if way.vendor == vendor]
    with ExitStack() as stack:
        sites = {players: stack.enter_context(_site(vendor, players)) for players in (few, many)}
        asked = [(players, way.source, what) for way in ways for what in (TOP, AROUND) for players in (few, many)]
        contenders = {_name(*one): _asking(sites[one[0]], one[1], one[2]) for one in asked}
        times = interleave(contenders, sizes.rounds)
    for way in ways:
        for what in (TOP, AROUND):
            ours, reference = (times[_name(players, way.source, what)].per(TIMES) for players in (many, few))
            yield costlier(f"{way.name}, {what}, {many:,}", ours, reference, f"for {few:,}", way.goal)


def _name(players: int, source: str, what: str) -> str:
    return f"{players} {source} {what}"


@contextmanager
def _site(vendor: str, players: int) -> Iterator["subprocess.Popen[str]"]:
    """A process with so many players that answers questions."""
    with scratch(vendor) as environment:
        command = [sys.executable, "-m", "benchmarks.leaderboards", str(players)]
        own = {**environment, **_redis(vendor, players)}
        with subprocess.Popen(  # noqa: S603
            command, cwd=ROOT, env=own, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            try:
                _hear(process)
                yield process
            finally:
                _end(process)


def _end(process: "subprocess.Popen[str]") -> None:
    """Ask nothing more, so that it clears up and ends."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()


def _redis(vendor: str, players: int) -> Mapping[str, str]:
    if vendor == SQLITE:
        return {}
    prefix = f"brikks-bench-{os.getpid()}-{players}:"
    return {"REDIS_URL": os.environ.get("REDIS_URL") or LOCAL_REDIS, "BRIKKS_REDIS_PREFIX": prefix}


def _asking(process: "subprocess.Popen[str]", source: str, what: str) -> Contender:
    def ask() -> list[float]:
        assert process.stdin is not None
        process.stdin.write(f"{json.dumps([source, what])}\n")
        process.stdin.flush()
        return [float(seconds) for seconds in json.loads(_hear(process))]

    return ask


def _hear(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"A process with leaderboards ended with {process.wait()}.")
    return line
