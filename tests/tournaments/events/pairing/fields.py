"""Tournaments for the tests of pairing: who takes part, how rounds come out, and what brute force says of a round.

Everything is counted here once more from the history alone, in the plainest way, and never by the code under test.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from engine.errors import Illegal
from tournaments.events.formats.format import find_format
from tournaments.events.settings import Settings
from tournaments.events.values import EntrantId, History, Pairings, Participation, PlayedRound, SeatResult, TableResult

SEED = "5eed" * 16


def settings_for(form: str = "swiss", **changes) -> Settings:
    """Settings of a format with everything that pairing does not ask for left as it is."""
    given = {"seats": 2, "rounds": None if form == "round-robin" else 5} | changes
    return Settings(format=form, variant="standard", first_at="2026-01-01T00:00:00.000000Z", **given)


def entries(number: int) -> tuple[Participation, ...]:
    return tuple(Participation(f"e-{at}", at) for at in range(1, number + 1))


def forbid(*pairs: tuple[int, int]) -> frozenset[frozenset[EntrantId]]:
    return frozenset(frozenset((f"e-{one}", f"e-{other}")) for one, other in pairs)


def result(number: int, table: Sequence[EntrantId], scores: Sequence[int], void: bool = False) -> TableResult:
    places = [1 + sum(other > score for other in scores) for score in scores]
    seats = (SeatResult(who, score, place) for who, score, place in zip(table, scores, places, strict=True))
    return TableResult(number, tuple(seats), void)


def no_show(number: int, table: Sequence[EntrantId], present: int) -> TableResult:
    """A table to which only the first so many have come."""
    seats = [SeatResult(who, 50, 1) for who in table[:present]]
    return TableResult(number, (*seats, *(SeatResult(who, None, present + 1, True) for who in table[present:])))


def decided(pairings: Pairings, number: int) -> PlayedRound:
    """A round in which the higher number of entering wins, so that nobody ties."""
    tables = [result(at, entrants, [int(entrant[2:]) for entrant in entrants]) for at, entrants in pairings.tables]
    return PlayedRound(number, tuple(tables), pairings.byes, tuple(table.entrants for table in pairings.tables))


def played(pairings: Pairings, number: int, rng: Random, is_wild: bool = False) -> PlayedRound:
    """A round with random results; a wild one has void tables, no-shows and results that are missing."""
    tables = []
    for seating in pairings.tables:
        what = rng.random() if is_wild else 1.0
        if what < 0.05:
            continue
        if what < 0.15:
            tables.append(no_show(seating.number, seating.entrants, rng.randrange(len(seating.entrants))))
        else:
            scores = [rng.randrange(4) for _ in seating.entrants]
            tables.append(result(seating.number, seating.entrants, scores, void=what < 0.2))
    return PlayedRound(number, tuple(tables), pairings.byes, tuple(seating.entrants for seating in pairings.tables))


def _paired(settings: Settings, history: History) -> Pairings | None:
    """The next round; None if that is impossible, with which brute force must agree for duels."""
    try:
        return find_format(settings.format).pair(settings, history)
    except Illegal:
        if settings.seats == 2 and Ledger(settings, history).can_be_paired():
            raise
        return None


class Story(NamedTuple):
    """A tournament that is to be played."""

    settings: Settings
    entries: tuple[Participation, ...]
    forbidden: frozenset[frozenset[EntrantId]]
    rng: Random
    is_wild: bool

    def rounds(self, number: int) -> Iterator[tuple[History, Pairings]]:
        """Every round with the history from which it was paired, until one cannot be paired."""
        history = History(SEED, self.entries, (), self.forbidden)
        for at in range(1, number + 1):
            pairings = _paired(self.settings, history)
            if pairings is None:
                return
            yield history, pairings
            history = history._replace(rounds=(*history.rounds, played(pairings, at, self.rng, self.is_wild)))


@st.composite
def stories(draw: st.DrawFn, seats: tuple[int, ...] = (2,), most: int = 8, is_calm: bool = False) -> Story:
    """Small tournaments; those that are not calm have late joins, withdrawals, forbidden pairs and wild results."""
    number = draw(st.integers(2, most))
    settings = settings_for(
        seats=draw(st.sampled_from(seats)),
        rounds=draw(st.integers(2, 9)),
        bye=draw(st.sampled_from(["full", "half", "none"])),
    )
    rng = draw(st.randoms(use_true_random=False))
    if is_calm:
        return Story(settings, entries(number), frozenset(), rng, is_wild=False)
    people = tuple(draw(comings_and_goings(entry)) for entry in entries(number))
    pairs = st.sampled_from([frozenset(pair) for pair in combinations([entry.id for entry in people], 2)])
    return Story(settings, people, draw(st.frozensets(pairs, max_size=4)), rng, draw(st.booleans()))


@st.composite
def comings_and_goings(draw: st.DrawFn, entry: Participation) -> Participation:
    """Somebody who may come late and leave early."""
    joined = draw(st.sampled_from([1, 1, 1, 1, 2, 3]))
    left = draw(st.sampled_from([None, None, None, None, 3, 5]))
    return entry._replace(joined_round=joined, left_round=left)


class Ledger:
    """What has been before a round, counted plainly."""

    def __init__(self, settings: Settings, history: History) -> None:
        self.history = history
        self.playing = [entry.id for entry in history.entries if entry.plays_in(len(history.rounds) + 1)]
        self.met: Counter[frozenset[EntrantId]] = Counter()
        self.byes: Counter[EntrantId] = Counter()
        self.points: Counter[EntrantId] = Counter()
        self.firsts: Counter[EntrantId] = Counter()
        self.share: Counter[EntrantId] = Counter()
        for played_round in history.rounds:
            self.byes.update(played_round.byes)
            self.points.update(find_format(settings.format).points(settings, played_round))
            void = [{seat.entrant for seat in table.seats} for table in played_round.tables if table.is_void]
            for table in played_round.seated:
                if set(table) not in void:
                    self.sit(table)

    def sit(self, table: Sequence[EntrantId]) -> None:
        self.met.update(frozenset(pair) for pair in combinations(table, 2))
        self.firsts[table[0]] += 12
        for entrant in table:
            self.share[entrant] += 12 // len(table)

    def rematches(self, tables: Sequence[Sequence[EntrantId]]) -> int:
        return sum(self.met[frozenset(pair)] > 0 for table in tables for pair in combinations(table, 2))

    def is_allowed(self, tables: Sequence[Sequence[EntrantId]]) -> bool:
        pairs = (frozenset(pair) for table in tables for pair in combinations(table, 2))
        return not any(pair in self.history.forbidden for pair in pairs)

    def can_be_paired(self) -> bool:
        return any(self.is_allowed(pairs) for pairs, _ in all_duels(self.playing))

    def turn(self, byes: Sequence[EntrantId]) -> int:
        """How many byes those who have one now have had more than others."""
        fewest = min((self.byes[entrant] for entrant in self.playing), default=0)
        return sum(self.byes[entrant] - fewest for entrant in byes)

    def again(self, tables: Sequence[Sequence[EntrantId]]) -> int:
        return sum(self.met[frozenset(pair)] ** 2 for table in tables for pair in combinations(table, 2))

    def beyond(self, tables: Sequence[Sequence[EntrantId]]) -> int:
        """By how much starts get further than one from the share if at every table the one begins who should."""
        return sum(self._beyond(table) for table in tables)

    def _beyond(self, table: Sequence[EntrantId]) -> int:
        before = sorted(self.firsts[entrant] - self.share[entrant] for entrant in table)
        after = [excess - 12 // len(table) + 12 * (at == 0) for at, excess in enumerate(before)]
        return sum(max(0, abs(excess) - 12) for excess in after)

    def could_be_fairer(self, tables: Sequence[Sequence[EntrantId]]) -> bool:
        """Whether everybody could stay within one start of their share: without a rematch, if there is none at these
        tables, else with any number of them."""
        sizes = [len(table) for table in tables]
        players = [entrant for entrant in self.playing if any(entrant in table for table in tables)]
        return self._can_be_fair(players, sizes, len(self.met) if self.rematches(tables) else 0)

    def _can_be_fair(self, players: Sequence[EntrantId], sizes: Sequence[int], rematches: int) -> bool:
        if rematches < 0 or not players:
            return rematches >= 0
        first, *others = players
        for size in sorted(set(sizes)):
            rest = list(sizes)
            rest.remove(size)
            for company in combinations(others, size - 1):
                table = (first, *company)
                if self.is_allowed([table]) and not self._beyond(table):
                    left = [other for other in others if other not in company]
                    if self._can_be_fair(left, rest, rematches - self.rematches([table])):
                        return True
        return False

    def group(self, byes: Sequence[EntrantId]) -> int:
        """The points of those who have a bye."""
        return sum(self.points[entrant] for entrant in byes)


def divisions(players: Sequence[EntrantId], sizes: Sequence[int]) -> Iterator[list[tuple[EntrantId, ...]]]:
    """Every way to put players at tables of these sizes."""
    if not players:
        yield []
        return
    first, *others = players
    for size in sorted(set(sizes)):
        rest_of_sizes = list(sizes)
        rest_of_sizes.remove(size)
        for company in combinations(others, size - 1):
            left = [other for other in others if other not in company]
            yield from ([(first, *company), *rest] for rest in divisions(left, rest_of_sizes))


def all_duels(players: Sequence[EntrantId]) -> Iterator[tuple[list[tuple[EntrantId, ...]], list[EntrantId]]]:
    """Every way to pair players, with a bye if they are odd."""
    if len(players) % 2 == 0:
        yield from ((pairs, []) for pairs in divisions(players, [2] * (len(players) // 2)))
    else:
        for bye in players:
            rest = [other for other in players if other != bye]
            yield from ((pairs, [bye]) for pairs in divisions(rest, [2] * (len(rest) // 2)))
