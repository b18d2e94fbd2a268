"""Results that organisers have given tables in the place of what was played: for ratings they count instead of the
official results of the games, which stay what their logs give.

Of those who played, the order counts in which the table places them. A game that a ruling voids counts in no rating,
whatever its table says.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from games.play.models import GameCard
from tournaments.events.models import Place, Table
from tournaments.events.rounds.absences import absent_from_game
from tournaments.events.values import OVERRIDDEN, SeatResult


class Overridden(NamedTuple):
    """What counts at the table of a game instead of its own result."""

    is_void: bool
    seats: tuple[SeatResult, ...]
    """By the seats of the game, with places among those who have one; nobody's if it is void."""


def overrides_of(games: Collection[str]) -> dict[str, Overridden]:
    """The results that count in the place of those of some games, as far as there are any."""
    tables = list(Table.objects.filter(game__in=games, entered=OVERRIDDEN).select_related("round"))
    if not tables:
        return {}
    seats: dict[int | None, list[SeatResult]] = defaultdict(list)
    places = Place.objects.filter(table__in=[table.pk for table in tables if not table.is_void]).order_by("seat")
    for row in places.values_list("table", "entrant", "score", "place", "has_forfeited"):
        seats[row[0]].append(SeatResult(row[1], row[2], row[3] or 0, row[4]))
    return {str(table.game_id): overridden(table, seats[table.pk], table.is_void) for table in tables}


def overridden(table: Table, seats: Sequence[SeatResult], is_void: bool) -> Overridden:
    """What a result of a table is for ratings: that of those for whom its game has a seat."""
    if is_void:
        return Overridden(is_void, ())
    levels = GameCard.objects.values_list("levels", flat=True).get(pk=table.game_id)
    if len(seats) > levels.count(",") + 1:
        absent = absent_from_game(table)
        seats = [seat for seat in seats if seat.entrant not in absent]
    return Overridden(is_void, tuple(_ranked(seats)))


def _ranked(seats: Sequence[SeatResult]) -> Iterable[SeatResult]:
    """The same with places among themselves."""
    return (seat._replace(place=1 + sum(other.place < seat.place for other in seats)) for seat in seats)
