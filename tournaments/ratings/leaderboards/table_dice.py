"""Lists of games with dice on the table: how many games and wins somebody has, and their best score.

Such games are never rated, as the site has not rolled for them. They have no rows of their own: what is listed is
counted from results, and of these only from games that everybody may see.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from re import compile as pattern
from typing import Any, Final, NamedTuple

from django.db.models import Count, F, Max, Min, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from engine.dice import TABLE
from games.api.paging import write_cursor
from games.play.game_lists import public_games
from games.play.models import PlayerGame
from games.statuses import ADJUDICATED, FINISHED
from tournaments.ratings.leaderboards.board import read_cursor_parts
from tournaments.ratings.leaderboards.filters import BoardFilter
from tournaments.ratings.leaderboards.periods import period_begin, span_at

_CURSOR: Final = pattern(r"([0-9]{1,9})\|(-?[0-9]{1,9})\|([0-9]{1,18})")


class TableDiceCursor(NamedTuple):
    """Where a page of a list ends: the next one begins behind it, whether or not it is still there."""

    wins: int
    best: int
    first: int
    """The row of their first seat in these games: of those who tie, whoever came first stands first."""


class TableDiceRow(NamedTuple):
    """What somebody has played, with a place; those who tie share one."""

    place: int
    account: int
    games: int
    mark: TableDiceCursor


def count_table_dice(choice: BoardFilter, club: str | None) -> QuerySet[PlayerGame, Any]:
    """What everybody with an account has played, or the members of a club; guests and bots are left out."""
    people = Q(account__isnull=False, account__is_guest=False, account__is_active=True)
    among = Q(account__memberships__club=club) if club is not None else Q()
    level = Q(level=choice.level) if choice.level is not None else Q()
    cards = _cards(choice).order_by().values("pk")
    seats = PlayerGame.objects.filter(people, among, level, game__in=cards, game__results__seat=F("seat"))
    # Who plays alone has nobody to win against.
    wins = Value(0) if choice.is_solo else Count("pk", filter=Q(game__results__has_won=True))
    best = Max("game__results__score", filter=Q(game__results__has_forfeited=False))
    counted = seats.values("account").annotate(games=Count("pk"), wins=wins, best=Coalesce(best, 0), first=Min("pk"))
    return counted.order_by("-wins", "-best", "first")


def _cards(choice: BoardFilter) -> QuerySet[Any]:
    """The games that are listed: played to a result before everybody's eyes, in the period."""
    cards = public_games().filter(dice=TABLE, variant=choice.variant, status__in=(FINISHED, ADJUDICATED))
    begun = period_begin(choice.kind, choice.period)
    span = span_at(choice.kind, begun) if begun is not None else None
    return cards.filter(ended_at__gte=span[0], ended_at__lt=span[1]) if span is not None else cards


def first_played(choice: BoardFilter) -> datetime | None:
    """When the first game of a variant that could be listed ended; None if there is none."""
    found: datetime | None = _cards(choice.over_all_time()).aggregate(first=Min("ended_at"))["first"]
    return found


def pick_page(counted: QuerySet[PlayerGame, Any], limit: int, after: TableDiceCursor | None) -> list[TableDiceRow]:
    """The first so many of a list, or those behind a mark, with their places."""
    rows = list((counted if after is None else counted.filter(_is_behind(after)))[:limit])
    if not rows:
        return []
    above = 0 if after is None else counted.filter(_is_better(rows[0])).count()
    tied = 0 if after is None else counted.filter(_is_before(rows[0])).count()
    return _assign_places(rows, above, tied)


def _assign_places(rows: Sequence[Mapping[str, int]], above: int, tied: int) -> list[TableDiceRow]:
    """Consecutive rows with their places: so many stand above the first of them, so many tie with it before it."""
    placed: list[TableDiceRow] = []
    for at, row in enumerate(rows, start=above + tied + 1):
        mark = TableDiceCursor(row["wins"], row["best"], row["first"])
        is_tied = placed and placed[-1].mark[:2] == mark[:2]
        place = placed[-1].place if is_tied else at if placed else above + 1
        placed.append(TableDiceRow(place, row["account"], row["games"], mark))
    return placed


def _is_better(row: Mapping[str, int]) -> Q:
    return Q(wins__gt=row["wins"]) | Q(wins=row["wins"], best__gt=row["best"])


def _is_before(row: Mapping[str, int]) -> Q:
    return Q(wins=row["wins"], best=row["best"], first__lt=row["first"])


def _is_behind(mark: TableDiceCursor) -> Q:
    ties = Q(wins=mark.wins, best=mark.best, first__gt=mark.first)
    return Q(wins__lt=mark.wins) | Q(wins=mark.wins, best__lt=mark.best) | ties


def write_table_dice_cursor(mark: TableDiceCursor) -> str:
    """A mark for an address."""
    return write_cursor(mark)


def read_table_dice_cursor(text: str) -> TableDiceCursor:
    """The mark that an address names; refused if it is none."""
    return TableDiceCursor(*map(int, read_cursor_parts(text, _CURSOR)))
