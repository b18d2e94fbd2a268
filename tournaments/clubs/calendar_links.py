"""The link by which a member's calendar asks for the rounds of a club; the feed is
`tournaments.events.club_calendar`.

Calendars cannot log in. For a club that is not public each member has a link of their own, which holds a signature
over the membership: it ends with the membership, and nothing of it is stored.
"""

from typing import Any, Final

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from engine.log import is_id
from games.absolute_urls import absolute_url
from games.accounts.callers import Viewer
from tournaments.clubs.models import Membership
from tournaments.clubs.refusals import no_such_link
from tournaments.clubs.selectors import SeenClub

SALT: Final = "club-calendar"


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


def calendar_address(request: HttpRequest, seen: SeenClub, viewer: Viewer) -> str:
    """The address to which somebody's calendar subscribes: a member's own, or that of a public club."""
    own = Membership.objects.filter(club=seen.club, account=viewer.account).first() if seen.role else None
    if own is not None:
        return absolute_url(request, "club-own-calendar", seen.club.pk, calendar_secret(own))
    return absolute_url(request, "club-calendar", seen.club.pk) if seen.club.is_public else ""
