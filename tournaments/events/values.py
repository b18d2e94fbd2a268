"""What pairing, scoring and standings compute with: plain values, whoever keeps them.

Nothing here knows of the database. Points are whole numbers in the smallest unit that a format gives; its `unit` says
how many of them are shown as one.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

EntrantId: TypeAlias = str
ENTERED: Final = "paper"
OVERRIDDEN: Final = "override"
"""How organisers have entered a result: as the first one of a table, or in the place of what was there."""


class Participation(NamedTuple):
    """Somebody who takes part."""

    id: EntrantId
    number: int
    """In the order of entering, from 1."""
    joined_round: int = 1
    """The first round in which they are paired."""
    left_round: int | None = None
    """The first round in which they are not paired any more."""

    def plays_in(self, number: int) -> bool:
        """Whether somebody is to be paired in a round."""
        return self.joined_round <= number and (self.left_round is None or number < self.left_round)


class SeatResult(NamedTuple):
    """How one seat of a table came out."""

    entrant: EntrantId
    score: int | None
    """None where nobody has played, as after a forfeit without a game."""
    place: int
    """From 1; those who tie share one, as in sport."""
    has_forfeited: bool = False
    rows: int | None = None
    """Points from rows alone; None if that is not known."""


class TableResult(NamedTuple):
    """A table whose result is known, its seats in the order of the game."""

    number: int
    seats: tuple[SeatResult, ...]
    is_void: bool = False
    """Whether it counts for nobody."""
    entered: str = ""
    """How an organiser has entered it, so that there may be places without points; empty if none has."""

    def has_played(self, seat: SeatResult) -> bool:
        """Whether somebody has played here: they have points, or a place that was named against somebody else."""
        if seat.score is not None or not self.entered:
            return seat.score is not None
        return not seat.has_forfeited and sum(not other.has_forfeited for other in self.seats) > 1


class PlayedRound(NamedTuple):
    """A round as far as its results are known."""

    number: int
    tables: tuple[TableResult, ...]
    byes: tuple[EntrantId, ...] = ()
    seated: tuple[tuple[EntrantId, ...], ...] = ()
    """Who sits together, at all tables, those without a result included; each in the order of the seats."""


class History(NamedTuple):
    """A tournament up to some round: everything from which the next pairing and the standings follow."""

    seed: str
    """Public, 64 hexadecimal digits."""
    entries: tuple[Participation, ...]
    rounds: tuple[PlayedRound, ...] = ()
    forbidden: frozenset[frozenset[EntrantId]] = frozenset()
    """Pairs that are never put at one table."""


class Reason(NamedTuple):
    """Why something came out as it did, as a code and its numbers; pages put it in words."""

    code: str
    facts: dict[str, int | str | list[str]]


class Seating(NamedTuple):
    """A table before it is played, its entrants in the order of the seats."""

    number: int
    entrants: tuple[EntrantId, ...]


class Pairings(NamedTuple):
    """A round before it is played."""

    tables: tuple[Seating, ...]
    byes: tuple[EntrantId, ...]
    reasons: dict[EntrantId, tuple[Reason, ...]]
    """For everybody who was paired or has a bye, why."""


TieBreakKey: TypeAlias = Literal[
    "direct", "buchholz", "median-buchholz", "sonneborn-berger", "rows", "total", "wins", "lots"
]
GAME: Final = "game"
PAPER: Final = "paper"
NO_SHOW: Final = "no-show"
DEADLINE: Final = "deadline"
"""Where a result comes from."""
