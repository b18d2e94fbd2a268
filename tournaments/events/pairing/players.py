"""What pairing has to know of each player: points, byes, opponents and seats so far, and their lot for the round."""

from collections import Counter
from collections.abc import Callable, Iterator, Set
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

from tournaments.events.values import EntrantId, History, Participation, PlayedRound

PRIME: Final = 2**61 - 1
"""What draws are reckoned by, so that a pair's lot follows from those of its two players."""
SHARE: Final = 12
"""One start, in the unit of `Player.excess`: it can be shared by two, three or four."""
PointsOfRound: TypeAlias = Callable[[PlayedRound], dict[EntrantId, int]]


class PairingPlayer(NamedTuple):
    """Somebody who is to be paired, with everything that counts for it."""

    id: EntrantId
    number: int
    """That of their entry, by which those are told apart in whom all else is equal: ids are made up by the server."""
    points: int
    byes: int
    met: Counter[EntrantId]
    """How often they have sat at a table with whom."""
    firsts: int
    """How often they have begun."""
    games: int
    excess: int
    """By how much they have begun too often, in twelfths of a start; below 0 for too seldom."""
    lateness: int
    """How far from the middle of their tables they have sat, added up; above 0 for more often late than early."""
    began_last: bool
    is_late: bool
    """Whether they come in with this round, after others have begun."""
    draw: int
    """Their lot for this round, from the seed."""


def next_round(history: History) -> int:
    """The number of the round that is to be paired."""
    return 1 + max((played.number for played in history.rounds), default=0)


def entrants_in_round(history: History, number: int) -> list[Participation]:
    """Those who are to be paired in a round, in the order of entering."""
    return sorted((entry for entry in history.entries if entry.plays_in(number)), key=lambda entry: entry.number)


def read_players(history: History, points_of: PointsOfRound) -> list[PairingPlayer]:
    """Those who are to be paired next, those with most points first, equals in the order of their lots."""
    number = next_round(history)
    past = _Past(history, points_of)
    players = [past.player(entry, number, history.seed) for entry in entrants_in_round(history, number)]
    return sorted(players, key=lambda player: (-player.points, player.draw, player.number))


def draw_lot(seed: str, number: int, entry: int) -> int:
    """Somebody's lot for a round, by the number of their entry: anybody can draw it again from the public seed."""
    drawn = sha256(f"{seed}|{number}|{entry}".encode()).hexdigest()
    return 1 + int(drawn, 16) % (PRIME - 1)


def tables_that_count(played: PlayedRound) -> Iterator[tuple[EntrantId, ...]]:
    """Who has sat together in a round, with or without a result yet; void tables have not been."""
    void = {frozenset(seat.entrant for seat in table.seats) for table in played.tables if table.is_void}
    told = [tuple(seat.entrant for seat in table.seats) for table in played.tables]
    tables = {frozenset(table): table for table in (*told, *played.seated)}
    yield from sorted(table for people, table in tables.items() if people not in void)


class _Past:
    """The rounds so far, added up by entrant."""

    def __init__(self, history: History, points_of: PointsOfRound) -> None:
        self.points: Counter[EntrantId] = Counter()
        self.byes: Counter[EntrantId] = Counter()
        self.met: dict[EntrantId, Counter[EntrantId]] = {entry.id: Counter() for entry in history.entries}
        self.firsts: Counter[EntrantId] = Counter()
        self.games: Counter[EntrantId] = Counter()
        self.shares: Counter[EntrantId] = Counter()
        self.lateness: Counter[EntrantId] = Counter()
        self.began_last: dict[EntrantId, bool] = {}
        for played in sorted(history.rounds, key=lambda played: played.number):
            self.points.update(points_of(played))
            self.byes.update(played.byes)
            for table in tables_that_count(played):
                self._sit(table)

    def _sit(self, table: tuple[EntrantId, ...]) -> None:
        self.firsts[table[0]] += 1
        for seat, entrant in enumerate(table):
            self.met.setdefault(entrant, Counter()).update(other for other in table if other != entrant)
            self.games[entrant] += 1
            self.shares[entrant] += SHARE // len(table)
            self.lateness[entrant] += 2 * seat - (len(table) - 1)
            self.began_last[entrant] = seat == 0

    def player(self, entry: Participation, number: int, seed: str) -> PairingPlayer:
        """Somebody as they stand before a round."""
        firsts = self.firsts[entry.id]
        return PairingPlayer(
            id=entry.id,
            number=entry.number,
            points=self.points[entry.id],
            byes=self.byes[entry.id],
            met=self.met[entry.id],
            firsts=firsts,
            games=self.games[entry.id],
            excess=SHARE * firsts - self.shares[entry.id],
            lateness=self.lateness[entry.id],
            began_last=self.began_last.get(entry.id, False),
            is_late=1 < number == entry.joined_round,
            draw=draw_lot(seed, number, entry.number),
        )


Forbidden: TypeAlias = Set[frozenset[EntrantId]]
