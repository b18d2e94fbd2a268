"""What ratings are computed with: plain values, whoever keeps them."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

PlayerId: TypeAlias = str
MU: Final = 25.0
SIGMA: Final = MU / 3
"""What is thought of somebody who has never played."""
ZERO: Final = 1500
SCALE: Final = 42
"""How ratings are shown: a newcomer as 1500, give or take 350."""


class Skill(NamedTuple):
    """How good somebody is thought to be, how uncertain that is, and from how many matches it is known."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def shown(self) -> int:
        """The one number that people see."""
        return round(ZERO + SCALE * (self.mu - MU))

    @property
    def deviation(self) -> int:
        """How far off that number may well be, to either side."""
        return round(SCALE * self.sigma)


NEWCOMER: Final = Skill()
Skills: TypeAlias = Mapping[PlayerId, Skill]


class Seat(NamedTuple):
    """Somebody who has played a match, and which place they took; those who tie share one."""

    player: PlayerId
    place: int
    has_answered: bool = True
    """Whether they have answered a roll, so that others can be compared with them; only asked of games that somebody
    has left before everybody had."""
    has_left: bool = False
    """Whether they have left such a game after they had seen a roll: they have lost, whoever gains by it."""


class Match(NamedTuple):
    """A result that counts: of a game, or of all runs on one deal."""

    at: datetime
    key: str
    """The id of the game or of the deal; with the time it says in which order matches count."""
    seats: tuple[Seat, ...]

    @property
    def position(self) -> tuple[datetime, str]:
        """Where it comes among the matches of its pool."""
        return self.at, self.key


class Change(NamedTuple):
    """What a match has done to the rating of one player."""

    match: Match
    seat: Seat
    before: Skill
    after: Skill


Changes: TypeAlias = Iterator[Change]
OnProgress: TypeAlias = Callable[[int], object]
"""Hears how many more matches are done."""
