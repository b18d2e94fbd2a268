"""Tables of a round that wait for somebody, and who was missing at those that have started without them."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from typing import Final, NamedTuple

from engine.log import read_body
from games.clock.site_time import now, read_time
from games.extension import LEAST_PRESENT
from games.log.fold import JOINED
from games.log.models import Event
from games.statuses import OPEN as NOT_STARTED
from tournaments.log import kinds
from tournaments.models import Round, Table, TournamentEvent
from tournaments.models.tournaments import OPEN
from tournaments.rounds.openings import opening_of
from tournaments.rounds.patience import FEWEST_THAT_WAIT, starts_at
from tournaments.settings import Settings

LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)


class Waiting(NamedTuple):
    """A table at which somebody is missing."""

    table: Table
    starts_at: datetime | None
    """When it starts without them by itself; None while too few have come, and where it never does."""
    taken: frozenset[int]
    """The seats of its game at which somebody sits."""

    @property
    def is_startable(self) -> bool:
        """Whether enough have come for an organiser to start it without the others."""
        return len(self.taken) >= LEAST_PRESENT


def waiting_tables(played: Round, settings: Settings, numbers: Collection[int] | None = None) -> list[Waiting]:
    """The tables of three or four in an open round that wait for somebody, but not as long as it is open."""
    return [] if settings.wait is None or played.waits_until is None else unstarted_tables(played, settings, numbers)


def unstarted_tables(played: Round, settings: Settings, numbers: Collection[int] | None = None) -> list[Waiting]:
    """The tables of three or four in an open round whose game has not begun, by the ids of their games, however long
    they wait; all of them or those with some numbers."""
    if settings.seats < FEWEST_THAT_WAIT or played.status != OPEN:
        return []
    found = Table.objects.filter(round=played, is_done=False, game__status=NOT_STARTED)
    found = found if numbers is None else found.filter(number__in=numbers)
    came = _came_at(found.values_list("game", flat=True))
    tables = found.select_related("round", "game__card").order_by("game_id")
    return [
        _waiting(table, came[str(table.game_id)], settings.wait)
        for table in tables
        if _seats(table) >= FEWEST_THAT_WAIT
    ]


def _waiting(table: Table, came: dict[int, datetime], wait: int | None) -> Waiting:
    until = table.round.waits_until
    at = None if wait is None or until is None else starts_at(until, came.values(), wait)
    return Waiting(table, at, frozenset(came))


def _seats(table: Table) -> int:
    """How many the game of a table is for; who had left when the round opened has no seat in it."""
    assert table.game is not None
    return table.game.card.levels.count(",") + 1


def _came_at(games: Iterable[str | None]) -> dict[str, dict[int, datetime]]:
    """When each seat of some games was taken, for the first time: nobody gains time by sitting down again.

    Who sat down at a time that is still to come did so before the clock was set back, and all tables wait anew since.
    """
    moment = now()
    joined = Event.objects.filter(game__in=games, kind=JOINED, seat__isnull=False).order_by("game", "-seq")
    came: dict[str, dict[int, datetime]] = defaultdict(dict)
    for game, seat, at in joined.values_list("game", "seat", "at"):
        came[game][seat or 0] = came_at if (came_at := read_time(at)) <= moment else LONG_AGO
    return came


def absent_from(table: Table) -> frozenset[str]:
    """Those of a table for whom its game has no seat: they had left when it was made, or it started without them."""
    tournament, number = table.round.tournament_id, table.round.number
    return opening_of(tournament, number).absent | _left_behind(tournament, number, table.number)


def _left_behind(tournament_id: str, number: int, table: int) -> frozenset[str]:
    """Those without whom a table has started, unless it began anew since."""
    told = TournamentEvent.objects.filter(
        tournament=tournament_id, kind__in=(kinds.TABLE_STARTED, kinds.ROUND_OPENING, kinds.ROUND_REOPENED)
    )
    for kind, body in told.order_by("-seq").values_list("kind", "body").iterator():
        said = read_body(body)["data"]
        if said["round"] != number:
            continue
        if kind == kinds.TABLE_STARTED and said["table"] == table:
            return frozenset(said["absent"])
        if kind == kinds.ROUND_OPENING or (kind == kinds.ROUND_REOPENED and table in said["again"]):
            break
    return frozenset()
