"""What a leaderboard is: a pool in a period, in the state in which it is shown just now; and who stands on it where."""

from collections.abc import Collection, Iterable, Sequence
from re import Pattern
from re import compile as pattern
from typing import Final, NamedTuple, Protocol

from games.api import paging
from tournaments.ratings.models import RatingPool
from tournaments.ratings.values import PlayerId

_CURSOR: Final = pattern(r"(-?[0-9]{1,9})\|(r-[0-9a-z]{1,18})")


class Board(NamedTuple):
    """A pool in a period, and what of it is shown."""

    pool: str
    period: str
    """The name of the period."""
    generation: int
    version: int

    @property
    def edition(self) -> str:
        """The state of it: a copy of another edition is not up to date."""
        return f"{self.generation}:{self.version}"


class Cursor(NamedTuple):
    """Where a page of a leaderboard ends: the next one begins behind it, whether or not it is still there."""

    value: int
    player: PlayerId


class Placed(NamedTuple):
    """Somebody on a leaderboard; those who have the same value share a place."""

    place: int
    value: int
    player: PlayerId

    @property
    def cursor(self) -> Cursor:
        """Where a page ends with which this is the last row."""
        return Cursor(self.value, self.player)


class OutdatedError(Exception):
    """A source does not hold this edition of a board: the board has changed meanwhile, or Redis has not got it."""

    def __init__(self, is_there: bool = True) -> None:
        super().__init__()
        self.is_there = is_there
        """Whether the source answers, so that the board can be brought there."""


class Source(Protocol):
    """Where the rows of one leaderboard come from; the highest value first, and of those who tie the lowest id."""

    def count(self) -> int:
        """How many have a place."""

    def top(self, limit: int, after: Cursor | None = None) -> list[Placed]:
        """The first so many, or those behind a cursor."""

    def around(self, player: PlayerId, reach: int) -> list[Placed]:
        """Somebody with so many rows above and below; nothing if they have no place."""

    def values_of(self, players: Collection[PlayerId]) -> dict[PlayerId, int]:
        """What each of some has, as far as they have a place."""


def current_board(pool: str, period: str) -> Board:
    """A leaderboard as it is shown now; of a pool in which nothing counts yet it is empty."""
    shown = RatingPool.objects.filter(pk=pool).values_list("generation", "version").first()
    return Board(pool, period, *(shown or (0, 0)))


def assign_places(rows: Iterable[tuple[int, PlayerId]], above: int, tied_above: int) -> list[Placed]:
    """Consecutive rows with their places: so many have more than the first of them, so many tie with it above it."""
    placed: list[Placed] = []
    for at, (value, player) in enumerate(rows, start=above + tied_above + 1):
        ties = placed and placed[-1].value == value
        place = placed[-1].place if ties else at if placed else above + 1
        placed.append(Placed(place, value, player))
    return placed


def write_cursor(cursor: Cursor) -> str:
    """A cursor for an address."""
    return paging.write_cursor(cursor)


def read_cursor(text: str) -> Cursor:
    """The cursor that an address names; refused if it is none."""
    value, player = read_cursor_parts(text, _CURSOR)
    return Cursor(int(value), player)


def read_cursor_parts(text: str, form: Pattern[str]) -> tuple[str, ...]:
    """Where the page before has ended, as an address says; refused if it has not this form."""
    found = form.fullmatch(paging.read_cursor(text))
    if found is None:
        raise paging.no_cursor()
    return found.groups()


def next_cursor(rows: Sequence[Placed], limit: int) -> Cursor | None:
    """Where to go on behind a page of so many rows, if one more was found than it shows."""
    return rows[limit - 1].cursor if len(rows) > limit else None
