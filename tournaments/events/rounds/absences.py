"""Tables of a round that wait for somebody, and who was missing at those that have started without them; with the
event by which a round was opened, which names those who had left by then.
"""

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
from tournaments.events import event_kinds
from tournaments.events.models import Round, Table, TournamentEvent
from tournaments.events.settings import Settings
from tournaments.events.statuses import OPEN
from tournaments.events.timetable import FEWEST_THAT_WAIT, starts_without_absent_at


class RoundOpening(NamedTuple):
    """The event that has opened a round, or opened it again: the games that it makes name it."""

    seq: int
    hash: str
    absent: frozenset[str]
    """Those who were not there any more, and for whom the games of the round have no seat."""


def opening_of(tournament_id: str, number: int) -> RoundOpening:
    """The event by which a round was opened, the last time if it was more than once."""
    found = TournamentEvent.objects.filter(
        tournament=tournament_id, kind__in=(event_kinds.ROUND_OPENING, event_kinds.ROUND_REOPENED)
    ).order_by("-seq")
    last: TournamentEvent | None = None
    absent: set[str] = set()
    for event in found.iterator(chunk_size=1):
        said = read_body(event.body)["data"]
        if said["round"] != number:
            continue
        last = last or event
        absent.update(said["absent"])
        if event.kind == event_kinds.ROUND_OPENING:
            return RoundOpening(last.seq, last.hash, frozenset(absent))
    raise LookupError(f"round {number} of {tournament_id} was never opened")


LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)


class WaitingTable(NamedTuple):
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


def waiting_tables(played: Round, settings: Settings, numbers: Collection[int] | None = None) -> list[WaitingTable]:
    """The tables of three or four in an open round that wait for somebody, but not as long as it is open."""
    return [] if settings.wait is None or played.waits_until is None else unstarted_tables(played, settings, numbers)


def unstarted_tables(played: Round, settings: Settings, numbers: Collection[int] | None = None) -> list[WaitingTable]:
    """The tables of three or four in an open round whose game has not begun, by the ids of their games, however long
    they wait; all of them or those with some numbers."""
    if settings.seats < FEWEST_THAT_WAIT or played.status != OPEN:
        return []
    found = Table.objects.filter(round=played, is_done=False, game__status=NOT_STARTED)
    found = found if numbers is None else found.filter(number__in=numbers)
    came = _came_at(found.values_list("game", flat=True))
    tables = found.select_related("round", "game__card").order_by("game_id")
    return [
        _waiting_table(table, came[str(table.game_id)], settings.wait)
        for table in tables
        if _seats_of_game(table) >= FEWEST_THAT_WAIT
    ]


def _waiting_table(table: Table, came: dict[int, datetime], wait: int | None) -> WaitingTable:
    until = table.round.waits_until
    at = None if wait is None or until is None else starts_without_absent_at(until, came.values(), wait)
    return WaitingTable(table, at, frozenset(came))


def _seats_of_game(table: Table) -> int:
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


def absent_from_game(table: Table) -> frozenset[str]:
    """Those of a table for whom its game has no seat: they had left when it was made, or it started without them."""
    tournament, number = table.round.tournament_id, table.round.number
    return opening_of(tournament, number).absent | _started_without(tournament, number, table.number)


def _started_without(tournament_id: str, number: int, table: int) -> frozenset[str]:
    """Those without whom a table has started, unless it began anew since."""
    told = TournamentEvent.objects.filter(
        tournament=tournament_id,
        kind__in=(event_kinds.TABLE_STARTED, event_kinds.ROUND_OPENING, event_kinds.ROUND_REOPENED),
    )
    for kind, body in told.order_by("-seq").values_list("kind", "body").iterator():
        said = read_body(body)["data"]
        if said["round"] != number:
            continue
        if kind == event_kinds.TABLE_STARTED and said["table"] == table:
            return frozenset(said["absent"])
        if kind == event_kinds.ROUND_OPENING or (kind == event_kinds.ROUND_REOPENED and table in said["again"]):
            break
    return frozenset()
