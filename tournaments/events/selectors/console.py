"""What those who run a tournament can do now, and what its console says of rounds and tables."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Q

from games.statuses import OPEN as NOT_STARTED
from tournaments.events.history import forbidden_pairs
from tournaments.events.models import Place, Round, Table
from tournaments.events.refusals import no_such_table
from tournaments.events.rounds.absences import unstarted_tables
from tournaments.events.rounds.lifecycle import not_checked_in
from tournaments.events.rounds.start_without import TableAttendance, startable_attendance
from tournaments.events.selectors.schedule import is_late_allowed
from tournaments.events.selectors.visibility import SeenTournament
from tournaments.events.situation import has_shared_deal
from tournaments.events.statuses import (
    ANNOUNCED,
    CHECK_IN,
    CLOSED,
    CLOSING,
    DRAFT,
    FINISHED,
    OPEN,
    OPENING,
    PAIRED,
    PUBLISHED,
    REGISTRATION,
    RUNNING,
)

EDIT: Final = "edit"
PUBLISH: Final = "publish"
UNPUBLISH: Final = "unpublish"
START: Final = "start"
OPEN_NOW: Final = "open-now"
EXTEND: Final = "extend"
PAUSE: Final = "pause"
RESUME: Final = "resume"
CANCEL: Final = "cancel"
REOPEN: Final = "reopen"
PUBLISH_ROUND: Final = "publish-round"
UNPUBLISH_ROUND: Final = "unpublish-round"
ENTER: Final = "enter"
LEAVE: Final = "leave"
WAITING: Final = (ANNOUNCED, REGISTRATION, CHECK_IN)


def latest_round_of(seen: SeenTournament) -> Round | None:
    """The latest round, also one that is only prepared."""
    return Round.objects.filter(tournament=seen.tournament, number=seen.tournament.round).first()


def available_actions(seen: SeenTournament, latest: Round | None) -> frozenset[str]:
    """What makes sense to offer now; whether it can be done is asked again when somebody does it."""
    status, is_paused = seen.tournament.status, seen.tournament.paused_at is not None
    is_before, is_on = status in WAITING, status in (*WAITING, RUNNING)
    offered = {
        EDIT: status == DRAFT or is_before,
        PUBLISH: status == DRAFT,
        UNPUBLISH: is_before,
        START: is_before and not is_paused,
        PAUSE: is_on and not is_paused,
        RESUME: is_on and is_paused,
        CANCEL: is_on,
        ENTER: status == DRAFT or is_before or is_late_allowed(seen),
        LEAVE: status == DRAFT or is_on,
    }
    return frozenset(what for what, is_offered in offered.items() if is_offered) | _round_actions(seen, latest)


def _round_actions(seen: SeenTournament, latest: Round | None) -> frozenset[str]:
    tournament = seen.tournament
    if latest is None or tournament.status not in (RUNNING, FINISHED):
        return frozenset()
    is_on, is_stopped = tournament.status == RUNNING, tournament.paused_at is not None
    is_between = latest.status == CLOSED and has_shared_deal(tournament) and latest.number < tournament.round_count
    is_prepared = latest.status in (PAIRED, PUBLISHED)
    offered = {
        PUBLISH_ROUND: is_on and latest.status == PAIRED,
        UNPUBLISH_ROUND: is_on and latest.status in (PUBLISHED, OPENING, OPEN) and latest.closed_at is None,
        OPEN_NOW: is_on and not is_stopped and (latest.status == PUBLISHED or is_between),
        EXTEND: is_on and not is_stopped and latest.status in (PAIRED, PUBLISHED, OPENING, OPEN),
        REOPEN: not is_stopped and (latest.status == CLOSED or (is_prepared and latest.number > 1)),
    }
    return frozenset(what for what, is_offered in offered.items() if is_offered)


def kept_apart_pairs(seen: SeenTournament, order: Sequence[str]) -> list[list[str]]:
    """The pairs that never meet, by their ids, in the order of all who have entered."""
    numbers = {entrant: at for at, entrant in enumerate(order)}
    pairs = [sorted(pair, key=numbers.__getitem__) for pair in forbidden_pairs(seen.tournament.pk)]
    return sorted(pairs, key=lambda pair: [numbers[entrant] for entrant in pair])


def count_not_checked_in(seen: SeenTournament) -> int:
    """How many have not said yet that they are there, while they are asked."""
    return not_checked_in(seen.tournament).count()


def count_missing_results(latest: Round | None) -> int | None:
    """How many tables of an open round have no result; None where that is kept from everybody, or none is open."""
    if latest is None or latest.status != OPEN or latest.deal_id is not None:
        return None
    return Table.objects.filter(round=latest, is_done=False).count()


class TablesWaiting(NamedTuple):
    """The tables of an open round that wait for somebody."""

    tables: int
    starts_at: datetime | None
    """When the next of them starts without whoever is missing; None while too few have come everywhere."""
    is_limited: bool
    """Whether they wait only so long."""
    is_startable: bool
    """Whether the viewer can start one of them now."""


def tables_waiting(seen: SeenTournament, latest: Round | None) -> TablesWaiting | None:
    """How many tables wait, and until when; None if none does."""
    waiting = unstarted_tables(latest, seen.settings) if latest is not None else []
    if latest is None or not waiting:
        return None
    times = [one.starts_at for one in waiting if one.starts_at is not None]
    own = Place.objects.filter(round=latest, entrant=seen.own).values_list("table", flat=True) if seen.own else ()
    can_start = any(one.is_startable and one.table.pk not in own for one in waiting)
    is_limited = seen.settings.wait is not None and latest.waits_until is not None
    is_startable = can_start and seen.tournament.is_under_way
    return TablesWaiting(len(waiting), min(times, default=None), is_limited, is_startable)


def count_started_without(latest: Round | None) -> int:
    """How many of an open round have not come to a table that is being played without them."""
    missed = Place.objects.filter(round=latest, has_forfeited=True, table__is_done=False)
    return missed.count() if latest is not None and latest.status == OPEN else 0


def replaces_result(seen: SeenTournament, number: int, table: int) -> bool:
    """Whether a result takes the place of something: of another one, or of a game; or is one of an earlier round."""
    if number != seen.tournament.round:
        return True
    found = Table.objects.filter(round__tournament=seen.tournament, round__number=number, number=table)
    is_begun = found.filter(Q(is_done=True) | Q(game__isnull=False) & ~Q(game__status=NOT_STARTED))
    return is_begun.exists() or found.exclude(round__status__in=(OPEN, CLOSING)).exists()


def see_attendance(seen: SeenTournament, number: int, table: int) -> TableAttendance:
    """Who has come to a table and who has not; refused unless it can start now without somebody."""
    tables = Table.objects.select_related("round__tournament")
    found = tables.filter(round__tournament=seen.tournament, round__number=number, number=table).first()
    if found is None:
        raise no_such_table(table)
    return startable_attendance(seen.tournament, found)
