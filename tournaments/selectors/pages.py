"""What the pages of clubs show."""

from typing import Any, Final, NamedTuple

from django.db.models import Case, IntegerField, Value, When

from engine.protocol import Json
from games.accounts.callers import Viewer
from games.extension import MEMBER, ROLES
from games.play.seats import is_invite
from games.refusals import Forbidden
from tournaments.models import Club, JoinRequest, Membership
from tournaments.refusals import no_such_link
from tournaments.roles import may_remove, may_set
from tournaments.selectors.announcements import about_announcements, see_announcements
from tournaments.selectors.clubs import SeenClub, about_club, as_seen, clubs_of, other_clubs, see_club
from tournaments.selectors.competitions import leagues_of, tournaments_of, with_latest_season
from tournaments.selectors.members import about_member, see_members
from tournaments.selectors.persons import see_persons
from tournaments.selectors.requests import about_request, see_requests

OWN_CLUBS: Final = 50
AT_HOME: Final = 6
"""How many of one's own clubs the first page of the site shows."""
CLUBS_PER_PAGE: Final = 24
PER_PAGE: Final = 50
NEWS: Final = 3
"""How many announcements the page of a club shows."""
NEWS_PER_PAGE: Final = 20
WAITING: Final = 50
NAMES: Final = 60
SHOWN_TOURNAMENTS: Final = 12
LAST_PAGE: Final = 500


class Members(NamedTuple):
    """A part of the people of a club."""

    members: list[Json]
    number: int
    has_more: bool


class Clubs(NamedTuple):
    """A page of the list of clubs."""

    own: list[SeenClub]
    others: list[SeenClub]
    number: int
    has_more: bool


def clubs_shown(viewer: Viewer, number: int) -> Clubs:
    """One's own clubs, and a page of the public ones that are not."""
    number = min(max(number, 1), LAST_PAGE)
    own = as_seen(list(clubs_of(viewer)[:OWN_CLUBS]), viewer) if viewer.account is not None else []
    others = list(other_clubs(viewer)[(number - 1) * CLUBS_PER_PAGE : number * CLUBS_PER_PAGE + 1])
    return Clubs(own, as_seen(others[:CLUBS_PER_PAGE], viewer), number, len(others) > CLUBS_PER_PAGE)


def clubs_at_home(viewer: Viewer) -> tuple[list[SeenClub], bool]:
    """Some of one's own clubs, the newest first, and whether there are more."""
    own = list(clubs_of(viewer)[: AT_HOME + 1]) if viewer.account is not None else []
    return as_seen(own[:AT_HOME], viewer), len(own) > AT_HOME


def see_invited(invite: str, viewer: Viewer) -> SeenClub:
    """The club to which a link leads; who has the link may know of it."""
    found = Club.objects.filter(invite=invite) if is_invite(invite) else Club.objects.none()
    for seen in as_seen(list(found), viewer):
        return seen
    raise no_such_link()


def members_page(club_id: str, viewer: Viewer, number: int) -> Members:
    """The members that a viewer may know of, those who run the club first, each with what the viewer may make of them.

    Whoever sees a private club without belonging to it, as staff do, sees nobody.
    """
    number = min(max(number, 1), LAST_PAGE)
    try:
        members = see_members(club_id, viewer)
    except Forbidden:
        return Members([], 1, False)
    own = see_club(club_id, viewer).role
    ranked = members.order_by(_RANK, "account__display_name", "pk")[(number - 1) * PER_PAGE : number * PER_PAGE + 1]
    shown = [_shown(member, own, viewer) for member in ranked]
    return Members(shown[:PER_PAGE], number, len(shown) > PER_PAGE)


_RANK: Final = Case(
    *(When(role=role, then=Value(rank)) for rank, role in enumerate(ROLES)),
    default=Value(len(ROLES)),
    output_field=IntegerField(),
)


def _shown(member: Membership, own: str | None, viewer: Viewer) -> Json:
    is_self = member.account_id == viewer.account
    roles = [role for role in ROLES if own and (role == member.role or may_set(own, member.role, role, is_self))]
    return {
        **about_member(member),
        "is_self": is_self,
        "roles": roles if len(roles) > 1 else [],
        "may_remove": bool(own) and not is_self and may_remove(own or MEMBER, member.role, is_self),
    }


class News(NamedTuple):
    """A part of what a club tells."""

    announcements: list[Json]
    number: int
    has_more: bool


def news_page(seen: SeenClub, viewer: Viewer, number: int = 1, most: int = NEWS_PER_PAGE) -> News:
    """What a club tells a viewer: what stays on top first, then the newest. Staff are told nothing of a private one."""
    number = min(max(number, 1), LAST_PAGE)
    try:
        told = see_announcements(seen).order_by("-is_pinned", "-made_at", "-pk")
    except Forbidden:
        return News([], 1, False)
    shown = list(told[(number - 1) * most : number * most + 1])
    return News(about_announcements(shown[:most], viewer), number, len(shown) > most)


def club_page(seen: SeenClub, viewer: Viewer) -> dict[str, Any]:
    """What the page of a club shows beside its members and games."""
    club_id, is_member = seen.club.pk, seen.role is not None
    waiting = see_requests(club_id, viewer) if seen.runs_it else JoinRequest.objects.none()
    return {
        "news": news_page(seen, viewer, most=NEWS),
        "tournaments": list(tournaments_of(seen, viewer)[:SHOWN_TOURNAMENTS]),
        "leagues": list(with_latest_season(leagues_of(seen, viewer))[:SHOWN_TOURNAMENTS]),
        "waiting": [about_request(request) for request in waiting.order_by("asked_at", "pk")[:WAITING]],
        "persons": list(see_persons(seen).filter(account=None)[:NAMES]) if is_member else [],
    }


def about(seen: SeenClub) -> dict[str, Any]:
    """What a page says of a club; its link only to those who run it."""
    return {"invite": "", **about_club(seen), "runs_it": seen.runs_it}
