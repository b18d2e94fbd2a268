"""The rounds of a club as an iCalendar feed, to which people's calendars subscribe."""

from datetime import timedelta
from typing import Final

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from games.absolute_urls import absolute_url
from games.accounts.callers import Viewer
from games.accounts.visitors import viewer_at
from tournaments.models import Club, Membership
from tournaments.naming import name_of
from tournaments.selectors import SeenClub, see_club
from tournaments.selectors.calendars import CalendarRound, calendar_secret, find_calendar, rounds_in

ANEW: Final = timedelta(hours=1)
"""How often calendars should ask again."""


@login_not_required
@cache_control(private=True, max_age=300)
@require_safe
def calendar(request: HttpRequest, club_id: str) -> HttpResponse:
    """The calendar of a club that one sees; others than members see its public tournaments only."""
    seen = see_club(club_id, viewer_at(request))
    return _answer(request, seen.club, is_member=seen.role is not None)


@login_not_required
@cache_control(private=True, max_age=300)
@require_safe
def own_calendar(request: HttpRequest, club_id: str, key: str) -> HttpResponse:
    """The calendar of a club for the calendar of a member, which cannot log in and has a link instead."""
    membership = find_calendar(club_id, key)
    with override(membership.account.language or None):
        return _answer(request, membership.club, is_member=True)


def calendar_address(request: HttpRequest, seen: SeenClub, viewer: Viewer) -> str:
    """The address to which somebody's calendar subscribes: a member's own, or that of a public club."""
    own = Membership.objects.filter(club=seen.club, account=viewer.account).first() if seen.role else None
    if own is not None:
        return absolute_url(request, "club-own-calendar", seen.club.pk, calendar_secret(own))
    return absolute_url(request, "club-calendar", seen.club.pk) if seen.club.is_public else ""


def _answer(request: HttpRequest, club: Club, is_member: bool) -> HttpResponse:
    feed = Calendar()
    feed.add("prodid", "-//Brikks Arena//Rounds//EN")
    feed.add("version", "2.0")
    feed.add("method", "PUBLISH")
    feed.add("x-wr-calname", club.name)
    feed.add("refresh-interval", ANEW, parameters={"value": "DURATION"})
    for found in rounds_in(club, is_member):
        feed.add_component(_event(request, found))
    answer = HttpResponse(feed.to_ical(), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="rounds.ics"'
    return answer


def _event(request: HttpRequest, found: CalendarRound) -> Event:
    """One round; it takes none of people's time as such, as they play whenever they like within it."""
    tournament = found.tournament
    event = Event()
    event.add("uid", f"{tournament.pk}-round-{found.number}@{request.get_host().partition(':')[0]}")
    event.add("dtstamp", found.changed_at)
    event.add("last-modified", found.changed_at)
    event.add("sequence", tournament.seq)
    event.add("dtstart", found.opens_at)
    event.add("dtend", found.closes_at)
    said = {"tournament": name_of(tournament), "number": found.number}
    event.add("summary", _("%(tournament)s: round %(number)d") % said)
    event.add("url", absolute_url(request, "tournament", tournament.pk))
    event.add("transp", "TRANSPARENT")
    event.add("status", "CANCELLED" if found.is_cancelled else "CONFIRMED")
    return event
