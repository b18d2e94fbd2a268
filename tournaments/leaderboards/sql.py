"""Leaderboards from their tables: by an index in the order of a board, and by how many have each value.

A page costs the same however many players there are: nothing is counted but the values that somebody has.
"""

from collections.abc import Collection
from datetime import datetime

from django.db.models import QuerySet, Sum
from django.db.models.functions import Length

from tournaments.leaderboards.boards import BehindError, Board, Cursor, Placed
from tournaments.leaderboards.named import begin_of
from tournaments.leaderboards.periods import MONTH
from tournaments.models import BoardBucket, BoardRow
from tournaments.ratings.values import PlayerId

Row = tuple[int, PlayerId]


def first_month(board: Board) -> datetime | None:
    """When the month begins in which somebody first had a place in the pool of a board; None if nobody ever had.

    Whoever has a place at all has one on a day, and the name of the first day begins with that of its month. The first
    name of all may be that of a week, which began in the year before.
    """
    buckets = BoardBucket.objects.filter(pool=board.pool, generation=board.generation)
    days = buckets.annotate(length=Length("period")).filter(length=len("2026-11-18"))
    first = days.order_by("period").values_list("period", flat=True).first()
    return begin_of(MONTH, first[: len("2026-11")]) if first is not None else None


class Tables:
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

    def _below(self, cursor: Cursor, limit: int) -> list[Row]:
        """Those behind a cursor. Asked for in two parts: no index leads to a value or, at another one, a player."""
        ties = self._rows.filter(value=cursor.value, player__gt=cursor.player).order_by("player")
        found = self._pick(ties, limit)
        rest = self._rows.filter(value__lt=cursor.value).order_by("-value", "player")
        return found + self._pick(rest, limit - len(found))

    def _above(self, cursor: Cursor, limit: int) -> list[Row]:
        """Those before a cursor, in the order of the board."""
        ties = self._rows.filter(value=cursor.value, player__lt=cursor.player).order_by("-player")
        found = self._pick(ties, limit)
        rest = self._rows.filter(value__gt=cursor.value).order_by("value", "-player")
        return [*reversed(found + self._pick(rest, limit - len(found)))]

    def _pick(self, rows: QuerySet[BoardRow], limit: int) -> list[Row]:
        return list(rows.values_list("value", "player")[:limit]) if limit else []

    def _place(self, rows: list[Row]) -> list[Placed]:
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
            raise BehindError
        return [Placed(places[value], value, player) for value, player in rows]
