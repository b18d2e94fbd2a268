"""The page that lists tournaments, and what comes next in one's own for the first page of the site."""

from typing import Final, NamedTuple

from django.db.models import F, QuerySet

from games.accounts.callers import Viewer
from tournaments.events.history import settings_of
from tournaments.events.models import Tournament
from tournaments.events.selectors.schedule import NextStep, what_is_next
from tournaments.events.selectors.visibility import SeenTournament, tournaments_seen_by
from tournaments.events.statuses import ANNOUNCED, CANCELLED, CHECK_IN, FINISHED, REGISTRATION, RUNNING

MOST_OWN: Final = 24
MOST_OPEN: Final = 24
PER_PAGE: Final = 24
LAST_PAGE: Final = 200
MOST_AT_HOME: Final = 4
COMING: Final = (ANNOUNCED, REGISTRATION, CHECK_IN)


class TournamentsPage(NamedTuple):
    """Some tournaments."""

    own: list[Tournament]
    """Those that the viewer has entered and that are not over."""
    coming: list[Tournament]
    """Others that can be entered, or soon can; not the divisions of leagues, into which people are put."""
    others: list[Tournament]
    """A page of those that are played or over, the newest first."""
    number: int
    has_more: bool

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show at all."""
        return not (self.own or self.coming or self.others)


def tournaments_page(viewer: Viewer, number: int) -> TournamentsPage:
    """The tournaments that a viewer may see, on the first page with those that concern them most."""
    number = min(max(number, 1), LAST_PAGE)
    every = tournaments_seen_by(viewer).select_related("club", "division").order_by("-created_at", "-pk")
    own = _first_own(viewer) if number == 1 else []
    coming = list(every.filter(status__in=COMING, division=None)[:MOST_OPEN]) if number == 1 else []
    known = {one.pk for one in own}
    begun = list(
        every.filter(status__in=(RUNNING, FINISHED, CANCELLED))[(number - 1) * PER_PAGE : number * PER_PAGE + 1]
    )
    return TournamentsPage(
        own,
        [one for one in coming if one.pk not in known],
        [one for one in begun[:PER_PAGE] if one.pk not in known],
        number,
        len(begun) > PER_PAGE,
    )


def _first_own(viewer: Viewer) -> list[Tournament]:
    return list(own_tournaments(viewer)[:MOST_OWN]) if viewer.account is not None else []


def own_tournaments(viewer: Viewer) -> QuerySet[Tournament]:
    """The tournaments that a viewer is in and that are not over, what is due next first."""
    entered = tournaments_seen_by(viewer, is_mine=True).select_related("club", "division")
    still_in = entered.filter(entrants__account=viewer.account, entrants__left_round=None)
    return still_in.filter(status__in=(*COMING, RUNNING)).order_by(F("due_at").asc(nulls_last=True), "-created_at")


class ComingRound(NamedTuple):
    """A tournament that somebody is in, and what comes next in it."""

    tournament: Tournament
    next: NextStep | None


def coming_rounds(viewer: Viewer) -> list[ComingRound]:
    """What comes next in the tournaments that a viewer is in, for the page on which they begin."""
    if viewer.account is None:
        return []
    own = own_tournaments(viewer)[:MOST_AT_HOME]
    return [ComingRound(one, what_is_next(SeenTournament(one, settings_of(one), None, None, False))) for one in own]
