"""When the rounds of a club's tournaments are, for people's calendars; and the link by which a member's calendar asks.

Calendars cannot log in. For a club that is not public each member has a link of their own, which holds a signature
over the membership: it ends with the membership, and nothing of it is stored.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from engine.log import is_id
from games.clock.site_time import read_time
from tournaments.formats import find_format
from tournaments.models import Club, Membership, Round, Tournament
from tournaments.models.tournaments import CANCELLED, CLOSED, DRAFT, FINISHED, PAIRED
from tournaments.refusals import no_such_link
from tournaments.selectors.tournaments import settings_of

MOST: Final = 100
"""How many tournaments a calendar shows, the newest first."""
SALT: Final = "tournaments.selectors.calendars"


class CalendarRound(NamedTuple):
    """A round with its dates."""

    tournament: Tournament
    number: int
    opens_at: datetime
    closes_at: datetime
    is_cancelled: bool
    changed_at: datetime


def calendar_secret(membership: Membership) -> str:
    """The secret part of a member's link to the calendar of their club."""
    signature = salted_hmac(SALT, _signed(membership), algorithm="sha256").hexdigest()[:40]
    return f"{membership.pk}-{signature}"


def _signed(membership: Membership) -> str:
    return f"{membership.club_id}|{membership.account_id}|{membership.joined_at.isoformat()}"


def find_calendar(club_id: Any, secret: Any) -> Membership:
    """The membership whose calendar a link asks for; refused if it has ended."""
    number, _, rest = secret.partition("-") if isinstance(secret, str) else ("", "", "")
    is_sane = is_id(club_id) and number.isascii() and number.isdigit() and len(number) < 19 and rest.isascii()
    found = Membership.objects.filter(pk=number, club=club_id, account__is_active=True) if is_sane else None
    membership = found.select_related("club", "account").first() if found is not None else None
    if membership is None or not constant_time_compare(calendar_secret(membership), secret):
        raise no_such_link()
    return membership


def rounds_in(club: Club, is_member: bool) -> list[CalendarRound]:
    """The rounds of a club's tournaments in the order in which they open; strangers see those of public ones."""
    shown = _tournaments(club) if is_member else _tournaments(club).filter(is_public=True)
    rounds = [found for tournament in shown[:MOST] for found in _rounds(tournament)]
    return sorted(rounds, key=lambda found: (found.opens_at, found.tournament.pk))


def _tournaments(club: Club) -> QuerySet[Tournament]:
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
