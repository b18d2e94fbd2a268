"""How the time to pair a round grows with the field: duels, and tables of four.

Each field has played some rounds with results by lot, so that there are score groups and people who have met. Ten times
as many players should take at most as much longer as sorting them would.
"""

from itertools import pairwise
from math import log
from random import Random
from typing import Final

from benchmarks.report import Goal, Line
from benchmarks.sizes import Sizes
from benchmarks.timing import Timing, interleave, timed
from tournaments.events.formats.format import find_format
from tournaments.events.settings import Settings
from tournaments.events.values import History, Pairings, Participation, PlayedRound, SeatResult, TableResult

PLAYERS: Final = (100, 1_000, 10_000)
PLAYED: Final = 3
"""Rounds before the one that is measured."""
RUNS: Final = 3
NOISE: Final = 1.1


def measure(sizes: Sizes) -> list[Line]:
    """The time of one pairing for growing fields, at tables of two and of four."""
    return [line for seats in (2, 4) for line in _growth(seats)]


def field(players: int, seats: int, rounds: int = PLAYED) -> History:
    """A field that has played some rounds."""
    rng = Random(players)  # noqa: S311  (the same results every time, not secrets)
    history = History(
        f"{players:064x}", tuple(Participation(f"e-{number}", number) for number in range(1, players + 1))
    )
    for number in range(1, rounds + 1):
        history = history._replace(rounds=(*history.rounds, _played(pair(history, seats), number, rng)))
    return history


def pair(history: History, seats: int) -> Pairings:
    """The next round of a Swiss tournament."""
    return find_format("swiss").pair(Settings("swiss", "standard", seats=seats, rounds=9), history)


def _played(pairings: Pairings, number: int, rng: Random) -> PlayedRound:
    seated = tuple(table.entrants for table in pairings.tables)
    tables = (TableResult(at, _results(entrants, rng)) for at, entrants in enumerate(seated, start=1))
    return PlayedRound(number, tuple(tables), pairings.byes, seated)


def _results(entrants: tuple[str, ...], rng: Random) -> tuple[SeatResult, ...]:
    places = rng.sample(range(1, len(entrants) + 1), len(entrants))
    return tuple(SeatResult(entrant, 100 - place, place) for entrant, place in zip(entrants, places, strict=True))


def _growth(seats: int) -> list[Line]:
    fields = {players: field(players, seats) for players in PLAYERS}
    contenders = {
        str(players): timed(lambda histories: [pair(history, seats) for history in histories], [history], stretch=1)
        for players, history in fields.items()
    }
    times = interleave(contenders, RUNS)
    return [_line(seats, fewer, more, times[str(fewer)], times[str(more)]) for fewer, more in pairwise(PLAYERS)]


def _line(seats: int, fewer: int, more: int, reference: Timing, ours: Timing) -> Line:
    goal = Goal("at most", round(NOISE * more * log(more) / (fewer * log(fewer)), 1))
    name = f"pairing {more:,} at tables of {seats}"
    ratio = ours.seconds / reference.seconds
    spread = max(ours.spread, reference.spread)
    return Line(
        name, ours.seconds, "s", reference.seconds, f"for {fewer:,}", ratio, "the time", goal, ours.runs, spread
    )
