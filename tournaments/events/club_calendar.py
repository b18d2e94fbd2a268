"""When the rounds of a club's tournaments are, as an iCalendar feed to which people's calendars subscribe."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.db.models import Count, Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from games.absolute_urls import absolute_url
from games.accounts.visitors import viewer_at
from games.clock.site_time import read_time
from tournaments.clubs.calendar_links import find_calendar
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import see_club
from tournaments.events.formats.format import find_format
from tournaments.events.history import settings_of
from tournaments.events.models import Round, Tournament
from tournaments.events.statuses import CANCELLED, CLOSED, DRAFT, FINISHED, PAIRED
from tournaments.events.tournament_names import name_of

MOST_TOURNAMENTS: Final = 100
"""How many tournaments a calendar shows, the newest first."""


class CalendarRound(NamedTuple):
    """A round with its dates."""

    tournament: Tournament
    number: int
    opens_at: datetime
    closes_at: datetime
    is_cancelled: bool
    changed_at: datetime


def calendar_rounds(club: Club, is_member: bool) -> list[CalendarRound]:
    """The rounds of a club's tournaments in the order in which they open; strangers see those of public ones."""
    shown = _published_tournaments(club) if is_member else _published_tournaments(club).filter(is_public=True)
    rounds = [found for tournament in shown[:MOST_TOURNAMENTS] for found in _rounds(tournament)]
    return sorted(rounds, key=lambda found: (found.opens_at, found.tournament.pk))


def _published_tournaments(club: Club) -> QuerySet[Tournament]:
    # A round that is not published yet keeps its dates to itself.
    known = Prefetch("rounds", Round.objects.exclude(status=PAIRED).order_by("number"), to_attr="known_rounds")
    made_known = Tournament.objects.filter(club=club).exclude(status=DRAFT)
    found = made_known.select_related("division").prefetch_related(known)
    counted = Count("entrants", filter=Q(entrants__left_round=None))
    return found.annotate(entrant_count=counted).order_by("-created_at", "-pk")


def _rounds(tournament: Any) -> Iterator[CalendarRound]:
    """The rounds that were held or are laid down, with what became of them."""
    known = {row.number: row for row in tournament.known_rounds}
    is_over = tournament.status in (FINISHED, CANCELLED)
    for number in range(1, max(_number_of_rounds(tournament), *known, 1) + 1):
        row = known.get(number)
        if dates := _dates(tournament, number, row):
            is_cancelled = is_over and (row is None or row.status != CLOSED)
            yield CalendarRound(tournament, number, *dates, is_cancelled, read_time(tournament.last_at))


def _dates(tournament: Tournament, number: int, row: Round | None) -> tuple[datetime, datetime] | None:
    """When a round opens and closes; None for one that is not laid down, or does not come any more."""
    if row is not None:
        return row.opens_at, row.closes_at
    settings = settings_of(tournament)
    is_laid_down = number == 1 or number <= len(settings.calendar) or settings.every > 0
    if not is_laid_down or tournament.status == FINISHED:
        return None
    return settings.opening(number), settings.closing(number)


def _number_of_rounds(tournament: Any) -> int:
    """How many rounds there are, or would be with those who have entered by now."""
    if tournament.round_count:
        return int(tournament.round_count)
    settings = settings_of(tournament)
    if settings.rounds is not None:
        return settings.rounds
    entrants = tournament.entrant_count
    return find_format(tournament.format).rounds(settings, entrants) if entrants > 1 else 1


REFRESH_INTERVAL: Final = timedelta(hours=1)
"""How often calendars should ask again."""


@login_not_required
@cache_control(private=True, max_age=300)
@require_safe
def club_calendar(request: HttpRequest, club_id: str) -> HttpResponse:
    """The calendar of a club that one sees; others than members see its public tournaments only."""
    seen = see_club(club_id, viewer_at(request))
    return _feed(request, seen.club, is_member=seen.role is not None)


@login_not_required
@cache_control(private=True, max_age=300)
@require_safe
def club_own_calendar(request: HttpRequest, club_id: str, key: str) -> HttpResponse:
    """The calendar of a club for the calendar of a member, which cannot log in and has a link instead."""
    membership = find_calendar(club_id, key)
    with override(membership.account.language or None):
        return _feed(request, membership.club, is_member=True)


def _feed(request: HttpRequest, club: Club, is_member: bool) -> HttpResponse:
    feed = Calendar()
    feed.add("prodid", "-//Brikks Arena//Rounds//EN")
    feed.add("version", "2.0")
    feed.add("method", "PUBLISH")
    feed.add("x-wr-calname", club.name)
    feed.add("refresh-interval", REFRESH_INTERVAL, parameters={"value": "DURATION"})
    for found in calendar_rounds(club, is_member):
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
