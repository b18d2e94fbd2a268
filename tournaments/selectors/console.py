"""What those who run a tournament see of it: what they can do now, who is in it, and who else could be."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Q, QuerySet

from engine.records import DEFAULT_RULES
from engine.registry import find
from games.accounts.callers import Viewer
from games.statuses import OPEN as NOT_STARTED
from tournaments.models import ClubPerson, Entrant, Membership, Place, Round, Table
from tournaments.models.tournaments import (
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
from tournaments.refusals import no_such_tournament, not_running_it
from tournaments.rounds.beginning import away
from tournaments.rounds.missing import unstarted_tables
from tournaments.rounds.situations import has_shared_deal
from tournaments.selectors.players import PlayerName, names_of
from tournaments.selectors.tournaments import SeenTournament, forbidden_pairs, see_tournament
from tournaments.selectors.waiting import is_late_allowed

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

PER_PAGE: Final = 50
MOST_OFFERED: Final = 500
"""How many members are offered to be entered; others by the name of their account."""
WAITING: Final = (ANNOUNCED, REGISTRATION, CHECK_IN)


def see_as_organiser(tournament_id: Any, viewer: Viewer) -> SeenTournament:
    """A tournament, for those who run it; others who may see it are told that they do not."""
    seen = see_tournament(tournament_id, viewer)
    if not seen.runs_it:
        raise not_running_it() if seen.tournament.status != DRAFT else no_such_tournament(tournament_id)
    return seen


def latest_of(seen: SeenTournament) -> Round | None:
    """The latest round, also one that is only prepared."""
    return Round.objects.filter(tournament=seen.tournament, number=seen.tournament.round).first()


def what_can_be_done(seen: SeenTournament, latest: Round | None) -> frozenset[str]:
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
    return frozenset(what for what, is_offered in offered.items() if is_offered) | _about_rounds(seen, latest)


def _about_rounds(seen: SeenTournament, latest: Round | None) -> frozenset[str]:
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


class EntrantShown(NamedTuple):
    """Somebody who has entered."""

    id: str
    number: int
    player: PlayerName
    is_in: bool
    is_checked_in: bool
    is_bot: bool


class EntrantsPage(NamedTuple):
    """Some of those who have entered, in the order of entering."""

    entrants: list[EntrantShown]
    number: int
    has_more: bool


def entrants_page(seen: SeenTournament, number: int) -> EntrantsPage:
    """A page of those who have entered, those who have left included."""
    number = max(number, 1)
    every = Entrant.objects.filter(tournament=seen.tournament).select_related("account", "person").order_by("number")
    rows = list(every[(number - 1) * PER_PAGE : number * PER_PAGE + 1])
    names = names_of(rows[:PER_PAGE], seen.viewer)
    shown = [
        EntrantShown(row.pk, row.number, names[row.pk], row.left_round is None, row.is_checked_in, bool(row.bot))
        for row in rows[:PER_PAGE]
    ]
    return EntrantsPage(shown, number, len(rows) > PER_PAGE)


class Newcomers(NamedTuple):
    """Who could be entered."""

    members: list[Membership]
    persons: list[ClubPerson]
    bots: list[str]


def newcomers_of(seen: SeenTournament) -> Newcomers:
    """Members who have not entered, people of the club without an account where they can play, and bots."""
    tournament = seen.tournament
    entered = Entrant.objects.filter(tournament=tournament)
    members = Membership.objects.filter(club=tournament.club_id, account__is_active=True)
    members = members.exclude(account__in=entered.filter(account__isnull=False).values("account"))
    members = members.select_related("account").order_by("account__display_name", "pk")
    bots = [] if seen.settings.is_rated else sorted(find(seen.settings.key, DEFAULT_RULES).bots)
    return Newcomers(list(members[:MOST_OFFERED]), _persons(seen, entered), bots)


def _persons(seen: SeenTournament, entered: QuerySet[Entrant]) -> list[ClubPerson]:
    if has_shared_deal(seen.tournament):
        return []
    persons = ClubPerson.objects.filter(club=seen.tournament.club_id, account=None)
    persons = persons.exclude(pk__in=entered.filter(person__isnull=False).values("person"))
    return list(persons.order_by("name", "pk")[:MOST_OFFERED])


def kept_apart(seen: SeenTournament, order: Sequence[str]) -> list[list[str]]:
    """The pairs that never meet, by their ids, in the order of all who have entered."""
    numbers = {entrant: at for at, entrant in enumerate(order)}
    pairs = [sorted(pair, key=numbers.__getitem__) for pair in forbidden_pairs(seen.tournament.pk)]
    return sorted(pairs, key=lambda pair: [numbers[entrant] for entrant in pair])


def not_there(seen: SeenTournament) -> int:
    """How many have not said yet that they are there, while they are asked."""
    return away(seen.tournament).count()


def results_missing(latest: Round | None) -> int | None:
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


def started_without(latest: Round | None) -> int:
    """How many of an open round have not come to a table that is being played without them."""
    missed = Place.objects.filter(round=latest, has_forfeited=True, table__is_done=False)
    return missed.count() if latest is not None and latest.status == OPEN else 0


def needs_ruling(seen: SeenTournament, number: int, table: int) -> bool:
    """Whether a result takes the place of something: of another one, or of a game; or is one of an earlier round."""
    if number != seen.tournament.round:
        return True
    found = Table.objects.filter(round__tournament=seen.tournament, round__number=number, number=table)
    is_begun = found.filter(Q(is_done=True) | Q(game__isnull=False) & ~Q(game__status=NOT_STARTED))
    return is_begun.exists() or found.exclude(round__status__in=(OPEN, CLOSING)).exists()
