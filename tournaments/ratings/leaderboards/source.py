"""Where the rows of a leaderboard come from: Redis where there is one and it is up to date, the tables otherwise; and
of either the few whom somebody wants, as the members of a club.

From the tables by an index in the order of a board, and by how many have each value: a page costs the same however many
players there are.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Final, TypeVar

from django.conf import settings
from django.db.models import QuerySet, Sum
from django.db.models.functions import Length

from games.refusals import busy
from tournaments.ratings.leaderboards.board import (
    Board,
    Cursor,
    OutdatedError,
    Placed,
    Source,
    assign_places,
    current_board,
)
from tournaments.ratings.leaderboards.periods import MONTH, period_begin
from tournaments.ratings.leaderboards.redis_boards import RedisSource, ask_redis, redis_key
from tournaments.ratings.models import BoardBucket, BoardRow
from tournaments.ratings.values import PlayerId

ValueRow = tuple[int, PlayerId]


def first_month(board: Board) -> datetime | None:
    """When the month begins in which somebody first had a place in the pool of a board; None if nobody ever had.

    Whoever has a place at all has one on a day, and the name of the first day begins with that of its month. The first
    name of all may be that of a week, which began in the year before.
    """
    buckets = BoardBucket.objects.filter(pool=board.pool, generation=board.generation)
    days = buckets.annotate(length=Length("period")).filter(length=len("2026-11-18"))
    first = days.order_by("period").values_list("period", flat=True).first()
    return period_begin(MONTH, first[: len("2026-11")]) if first is not None else None


class TableSource:
    """One leaderboard, as the database has it."""

    def __init__(self, board: Board) -> None:
        of = {"pool": board.pool, "generation": board.generation, "period": board.period}
        self._rows: QuerySet[BoardRow] = BoardRow.objects.filter(**of, is_listed=True)
        self._buckets: QuerySet[BoardBucket] = BoardBucket.objects.filter(**of)

    def count(self) -> int:
        """How many have a place."""
        return self._buckets.aggregate(all=Sum("players"))["all"] or 0

    def is_empty(self) -> bool:
        """Whether nobody has a place."""
        return not self._buckets.exists()

    def top(self, limit: int, after: Cursor | None = None) -> list[Placed]:
        """The first so many, or those behind a cursor."""
        if after is None:
            return self._place(self._pick(self._rows.order_by("-value", "player"), limit))
        return self._place(self._below(after, limit))

    def around(self, player: PlayerId, reach: int) -> list[Placed]:
        """Somebody with so many rows above and below."""
        value = self._rows.filter(player=player).values_list("value", flat=True).first()
        if value is None:
            return []
        own = Cursor(value, player)
        return self._place([*self._above(own, reach), own, *self._below(own, reach)])

    def values_of(self, players: Collection[PlayerId]) -> dict[PlayerId, int]:
        """What each of some has."""
        return dict(self._rows.filter(player__in=players).values_list("player", "value"))

    def _below(self, cursor: Cursor, limit: int) -> list[ValueRow]:
        """Those behind a cursor. Asked for in two parts: no index leads to a value or, at another one, a player."""
        ties = self._rows.filter(value=cursor.value, player__gt=cursor.player).order_by("player")
        found = self._pick(ties, limit)
        rest = self._rows.filter(value__lt=cursor.value).order_by("-value", "player")
        return found + self._pick(rest, limit - len(found))

    def _above(self, cursor: Cursor, limit: int) -> list[ValueRow]:
        """Those before a cursor, in the order of the board."""
        ties = self._rows.filter(value=cursor.value, player__lt=cursor.player).order_by("-player")
        found = self._pick(ties, limit)
        rest = self._rows.filter(value__gt=cursor.value).order_by("value", "-player")
        return [*reversed(found + self._pick(rest, limit - len(found)))]

    def _pick(self, rows: QuerySet[BoardRow], limit: int) -> list[ValueRow]:
        return list(rows.values_list("value", "player")[:limit]) if limit else []

    def _place(self, rows: list[ValueRow]) -> list[Placed]:
        """Consecutive rows with their places: as many as have more, and one; refused if a writer was faster."""
        if not rows:
            return []
        highest, lowest = rows[0][0], rows[-1][0]
        above = self._buckets.filter(value__gt=highest).aggregate(all=Sum("players"))["all"] or 0
        within = self._buckets.filter(value__gte=lowest, value__lte=highest).order_by("-value")
        places: dict[int, int] = {}
        for value, players in within.values_list("value", "players"):
            places[value] = above + 1
            above += players
        if any(value not in places for value, _ in rows):
            raise OutdatedError
        return [Placed(places[value], value, player) for value, player in rows]


class SubsetSource:
    """Some players of a leaderboard, from wherever that comes."""

    def __init__(self, whole: Source, players: Collection[PlayerId]) -> None:
        rows = sorted((-value, player) for player, value in whole.values_of(players).items())
        self._keys = rows
        self._placed = assign_places(((-value, player) for value, player in rows), 0, 0)

    def count(self) -> int:
        """How many of them have a place."""
        return len(self._placed)

    def top(self, limit: int, after: Cursor | None = None) -> list[Placed]:
        """The first so many, or those behind a cursor."""
        first = 0 if after is None else bisect_right(self._keys, (-after.value, after.player))
        return self._placed[first : first + limit]

    def around(self, player: PlayerId, reach: int) -> list[Placed]:
        """Somebody with so many rows above and below."""
        at = next((at for at, one in enumerate(self._placed) if one.player == player), None)
        return [] if at is None else self._placed[max(at - reach, 0) : at + reach + 1]

    def values_of(self, players: Collection[PlayerId]) -> dict[PlayerId, int]:
        """What each of some has."""
        return {one.player: one.value for one in self._placed if one.player in set(players)}


Answer = TypeVar("Answer")
ASK_AGAIN_AFTER: Final = 5
"""Seconds after which it is asked again that a board be brought up to date."""
TRIES: Final = 5
"""How often the tables are asked while results come in."""


def ask_board(pool: str, period: str, question: Callable[[Board, Source], Answer]) -> Answer:
    """The answer to a question about a board; one that Redis cannot answer is asked again of the tables.

    A question takes several looks. An answer during which the board has changed is thrown away: its rows, places and
    numbers need not belong together. One that notices it by itself raises `BehindError`.
    """
    board = current_board(pool, period)
    if settings.REDIS_URL:
        try:
            return question(board, RedisSource(board))
        except OutdatedError as behind:
            if behind.is_there:
                _request_refresh(board)
    for _ in range(TRIES):
        answer, shown = _from_tables(board, question), current_board(pool, period)
        if answer is not None and shown == board:
            return answer[0]
        board = shown
    raise busy()


def _from_tables(board: Board, question: Callable[[Board, Source], Answer]) -> tuple[Answer] | None:
    """What the tables answer; None if it was noticed meanwhile that the board has changed."""
    try:
        return (question(board, TableSource(board)),)
    except OutdatedError:
        return None


def _request_refresh(board: Board) -> None:
    """Have a worker bring a board up to date, once however many look at it meanwhile.

    One on which nobody stands is left alone: every day there ever was is a board, and anybody can ask for it.
    """
    from tournaments.ratings.tasks import refresh_leaderboard

    if TableSource(board).is_empty():
        return
    asked = f"{redis_key(board.pool, board.period)}:asked"
    try:
        is_first = ask_redis(lambda client: client.set(asked, "1", nx=True, ex=ASK_AGAIN_AFTER))
    except OutdatedError:
        return
    if is_first:
        refresh_leaderboard.delay_on_commit(board.pool, board.period)
