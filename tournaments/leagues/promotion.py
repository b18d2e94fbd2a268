"""Who plays in which division next season: the best go up, the last go down, and gaps are closed; and who somebody is
in all seasons of a league.

Every division but the last has a number of places, and the last one takes the rest. Whoever has withdrawn counts as
last, as one of those who go down, and is not in the next season. A division with too few keeps the best of those who
would go down and is then filled up with the next best of the one below; from one with too many, the worst of those who
stayed go down as well.
"""

from collections.abc import Container, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

Player: TypeAlias = str
"""Somebody who plays, under whatever name they have in all seasons."""
UP: Final = "up"
DOWN: Final = "down"
STAYS: Final = "stays"
FILLS: Final = "fills"
"""Goes up to close a gap."""
YIELDS: Final = "yields"
"""Goes down because there is no place left."""
OUT: Final = "out"
"""Has withdrawn."""
NEW: Final = "new"
"""Was not there before."""
WAYS: Final = (UP, DOWN, STAYS, FILLS, YIELDS, OUT, NEW)


class Finisher(NamedTuple):
    """How somebody came out of a division."""

    player: Player
    place: int
    """From 1; those who tie share one."""
    lot: int = 0
    """Decides between those who share a place, the highest first."""
    is_out: bool = False
    """Whether they have withdrawn, or were taken out."""


class Move(NamedTuple):
    """Where somebody plays next, and how they came there."""

    player: Player
    way: str


class Borders(NamedTuple):
    """What a league's rules say of moving."""

    up: int
    """How many go up from each division but the first."""
    down: int
    """How many go down from each division but the last."""
    size: int
    """How many places each division has but the last."""
    divisions: int
    """How many divisions there are to be."""


def moves_by_place(division: Sequence[Finisher], borders: Borders, is_first: bool, is_last: bool) -> list[Move]:
    """How each player of one division would leave it by its final places alone, from the first place to the last.

    In a small division those who go up go before those who go down: nobody does both.
    """
    order = sorted(division, key=lambda finisher: (finisher.is_out, finisher.place, -finisher.lot))
    up = 0 if is_first else borders.up
    down = 0 if is_last else borders.down
    return [
        Move(finisher.player, _way_by_place(finisher, index, up, len(order) - down))
        for index, finisher in enumerate(order)
    ]


def _way_by_place(finisher: Finisher, index: int, up: int, safe: int) -> str:
    if finisher.is_out:
        return OUT
    if index < up:
        return UP
    return STAYS if index < safe else DOWN


def next_divisions(season: Sequence[Sequence[Finisher]], borders: Borders) -> list[list[Move]]:
    """The divisions of the next season from those of the last, from the top.

    Within each, who comes down stands before those who stay, and who comes up behind them.
    """
    last = len(season) - 1
    leaving = [moves_by_place(division, borders, rank == 0, rank == last) for rank, division in enumerate(season)]
    leavers = [
        [_Leaver(move, rank, index) for index, move in enumerate(moves) if move.way != OUT]
        for rank, moves in enumerate(leaving)
    ]
    drafted = _merge_or_add_divisions(
        [_by_place_alone(leavers, rank) for rank in range(len(season))], borders.divisions
    )
    for rank in range(borders.divisions - 1):
        _fill(drafted, rank, borders.size)
        _relieve(drafted, rank, borders.size)
    return [
        [leaver.arrive(rank) for leaver in sorted(division, key=_strength)] for rank, division in enumerate(drafted)
    ]


class _Leaver(NamedTuple):
    """Somebody with the division from which they come, counted from 0."""

    move: Move
    rank: int
    before: int
    """How many were before them in that division."""

    def arrive(self, rank: int) -> Move:
        """How they come to a division, which may be another than by their place alone."""
        if rank == self.rank:
            return Move(self.move.player, STAYS)
        by_place, otherwise = (UP, FILLS) if rank < self.rank else (DOWN, YIELDS)
        return Move(self.move.player, by_place if self.move.way == by_place else otherwise)


def _strength(leaver: _Leaver) -> tuple[int, int]:
    return leaver.rank, leaver.before


def _by_place_alone(leavers: Sequence[Sequence[_Leaver]], rank: int) -> list[_Leaver]:
    """Who plays in a division by places alone: who comes down to it, who stays, who comes up to it."""
    near = ((rank - 1, DOWN), (rank, STAYS), (rank + 1, UP))
    found = ((leavers[origin], way) for origin, way in near if 0 <= origin < len(leavers))
    return [leaver for division, way in found for leaver in division if leaver.move.way == way]


def _merge_or_add_divisions(drafted: list[list[_Leaver]], number: int) -> list[list[_Leaver]]:
    """So many divisions: who was in one that is no longer there joins the last, and new ones are empty."""
    kept = drafted[: number - 1]
    rest = [leaver for division in drafted[number - 1 :] for leaver in division]
    if len(drafted) >= number:
        return [*kept, rest]
    return drafted + [[] for _ in range(number - len(drafted))]


def _fill(drafted: list[list[_Leaver]], rank: int, size: int) -> None:
    """Close the gaps of a division with the first below it, which are those who would have had to leave it."""
    while len(drafted[rank]) < size and (below := next(filter(None, drafted[rank + 1 :]), None)):
        drafted[rank].append(below.pop(0))


def _relieve(drafted: list[list[_Leaver]], rank: int, size: int) -> None:
    """Let those go down for whom a division has no place: the worst of those who stayed, if there are any."""
    while len(drafted[rank]) > size:
        stayed = [leaver for leaver in drafted[rank] if leaver.rank == rank]
        worst = (stayed or drafted[rank])[-1]
        drafted[rank].remove(worst)
        drafted[rank + 1].insert(0, worst)


class PlayerKey(NamedTuple):
    """Names somebody beyond one tournament, whose entrants have ids of their own."""

    account: int | None = None
    person: int | None = None
    bot: str = ""
    copy: str = ""
    """Tells bots of one name apart."""

    @property
    def text(self) -> str:
        """The key as one word."""
        if self.account is not None:
            return f"account {self.account}"
        return f"bot {self.bot} {self.copy}" if self.person is None else f"person {self.person}"

    @property
    def is_anybody(self) -> bool:
        """Whether there is somebody behind it; an account that was erased leaves nobody."""
        return self.account is not None or self.person is not None or bool(self.bot)

    @property
    def columns(self) -> dict[str, Any]:
        """The same as a row names them."""
        return {"account_id": self.account, "person_id": self.person, "bot": self.bot}


class PresentPlayers(NamedTuple):
    """Who is in a club now."""

    accounts: Container[int]
    persons: Container[int]

    def has(self, player: PlayerKey) -> bool:
        """Whether somebody can play in its leagues; bots always can."""
        if player.account is not None:
            return player.account in self.accounts
        return bool(player.bot) or player.person in self.persons
