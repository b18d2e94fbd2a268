"""`manage.py audit` as a process of its own: events per second against python-chess, and how its cost grows.

An audit begins from stored text and ends with games that are replayed, so it is held against python-chess replaying the
games that it has stored: PGN. Making moves that are in memory already is told beside it, without a goal (decision 34).

The time in which the process starts is measured with an audit that selects no game. It is part of what an event costs,
so a small database has the dearer events, and only the largest is held against the goal; it is taken off where growth
is told, because it would hide it.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from benchmarks.auditing.chess_texts import PGN, chess_texts, read_chess
from benchmarks.command import Command
from benchmarks.databases import POSTGRESQL, SQLITE, Unreachable, in_django, scratch
from benchmarks.games import chess_games
from benchmarks.replay import REFERENCE, play_chess
from benchmarks.report import Goal, Line
from benchmarks.sizes import Sizes
from benchmarks.timing import Timing, interleave, timed

ONE_PROCESS: Final = "one process"
ALL: Final = "all processors"
START: Final = "start"
WAYS: Final = {
    ALL: ("manage.py", "audit", "--json"),
    ONE_PROCESS: ("manage.py", "audit", "--json", "--workers", "1"),
    START: ("manage.py", "audit", "--json", "--workers", "1", "--since", "2999-01-01"),
}
FASTER: Final = Goal("at least", 3)
LINEAR: Final = Goal("at most", 11)
"""For ten times as many events, with a tenth more for noise."""
CONSTANT: Final = Goal("at most", 1.1)
MEGABYTE: Final = 1_000_000
SETTINGS: Final = "DJANGO_SETTINGS_MODULE"
"""Left to `manage.py` for the audits, as on any site."""


class Measured(NamedTuple):
    """The audits of one database at one size."""

    events: int
    times: dict[str, Timing]
    peak: int
    """Of the audit in one process."""


def measure(sizes: Sizes) -> Iterator[Line]:
    """Speed and growth on both databases, told size by size."""
    for vendor in (SQLITE, POSTGRESQL):
        try:
            with scratch(vendor) as environment:
                yield from _lines(vendor, environment, sizes)
        except Unreachable as reason:
            yield Line(vendor, note=str(reason))


def _lines(vendor: str, environment: Mapping[str, str], sizes: Sizes) -> Iterator[Line]:
    fewer: Measured | None = None
    for events in sizes.audited:
        more = _measure(events, environment, sizes)
        yield from _speeds(vendor, more, FASTER if events == sizes.audited[-1] else None)
        if fewer is not None:
            yield _time(vendor, fewer, more)
            yield _memory(vendor, fewer, more)
        fewer = more


def _speeds(vendor: str, measured: Measured, goal: Goal | None) -> Iterator[Line]:
    name = f"{vendor}, {measured.events:,}"
    yield _speed(f"{name}, {ALL}", measured, ALL, PGN, goal)
    yield _speed(f"{name}, {ALL}", measured, ALL, REFERENCE, None)
    yield _speed(f"{name}, {ONE_PROCESS}", measured, ONE_PROCESS, PGN, None)
    start = measured.times[START]
    yield Line(f"{name}, {START}", start.seconds, "s", runs=start.runs, spread=start.spread)


def _measure(events: int, environment: Mapping[str, str], sizes: Sizes) -> Measured:
    there = in_django("benchmarks.auditing", environment, events)
    own = {name: value for name, value in environment.items() if name != SETTINGS}
    audits = {way: Command(arguments, stretch=1, environment=own) for way, arguments in WAYS.items()}
    games = chess_games(sizes.chess_games)
    moves = {
        REFERENCE: timed(play_chess, games, stretch=2),
        PGN: timed(read_chess, chess_texts(sizes.chess_games), stretch=1),
    }
    times = interleave({**moves, **audits}, sizes.audit_rounds)
    for name in moves:
        times[name] = times[name].per(sum(map(len, games)))
    return Measured(there, times, audits[ONE_PROCESS].peak)


def _speed(name: str, measured: Measured, way: str, reference: str, goal: Goal | None) -> Line:
    ours, move = measured.times[way].per(measured.events), measured.times[reference]
    runs, spread = ours.runs, max(ours.spread, move.spread)
    costs = ours.seconds * 1e6, "µs", move.seconds * 1e6
    return Line(name, *costs, reference, move.seconds / ours.seconds, "faster", goal, runs, spread)


def _time(vendor: str, fewer: Measured, more: Measured) -> Line:
    name, against = f"{vendor}, {more.events:,} events", f"for {fewer.events:,}"
    # The sizes are only about ten times each other, as games have their length.
    long, short = (_net(one) for one in (more, fewer))
    factor = long / short * 10 * fewer.events / more.events
    timing = more.times[ONE_PROCESS]
    return Line(name, long, "s", short, against, factor, "the time", LINEAR, timing.runs, timing.spread)


def _net(measured: Measured) -> float:
    """The seconds of an audit in one process without its start."""
    return measured.times[ONE_PROCESS].seconds - measured.times[START].seconds


def _memory(vendor: str, fewer: Measured, more: Measured) -> Line:
    name, against = f"{vendor}, {more.events:,} events", f"for {fewer.events:,}"
    peaks = more.peak / MEGABYTE, "MB", fewer.peak / MEGABYTE
    runs = more.times[ONE_PROCESS].runs
    return Line(name, *peaks, against, more.peak / fewer.peak, "the memory", CONSTANT, runs)
