"""What the pages of clubs show: lists of clubs, members and announcements; and what is stored about an account in
clubs."""

from typing import Any, Final, NamedTuple

from django.db.models import Case, IntegerField, Value, When

from engine.protocol import Json
from games.accounts.callers import Viewer
from games.extension import MEMBER, ROLES
from games.play.seats import is_invite
from games.refusals import Forbidden
from tournaments.clubs.models import Announcement, Club, ClubPerson, JoinRequest, Membership
from tournaments.clubs.refusals import no_such_link
from tournaments.clubs.roles import may_give_role, may_remove_member
from tournaments.clubs.selectors import (
    SeenClub,
    about_announcements,
    about_club,
    about_member,
    as_seen,
    clubs_of,
    export_memberships,
    other_clubs,
    see_announcements,
    see_club,
    see_members,
)

OWN_CLUBS: Final = 50
AT_HOME: Final = 6
"""How many of one's own clubs the first page of the site shows."""
CLUBS_PER_PAGE: Final = 24
PER_PAGE: Final = 50
NEWS_PER_PAGE: Final = 20
LAST_PAGE: Final = 500


class MembersPage(NamedTuple):
    """A part of the people of a club."""

    members: list[Json]
    number: int
    has_more: bool


class ClubsPage(NamedTuple):
    """A page of the list of clubs."""

    own: list[SeenClub]
    others: list[SeenClub]
    number: int
    has_more: bool


def clubs_page(viewer: Viewer, number: int) -> ClubsPage:
    """One's own clubs, and a page of the public ones that are not."""
    number = min(max(number, 1), LAST_PAGE)
    own = as_seen(list(clubs_of(viewer)[:OWN_CLUBS]), viewer) if viewer.account is not None else []
    others = list(other_clubs(viewer)[(number - 1) * CLUBS_PER_PAGE : number * CLUBS_PER_PAGE + 1])
    return ClubsPage(own, as_seen(others[:CLUBS_PER_PAGE], viewer), number, len(others) > CLUBS_PER_PAGE)


def clubs_at_home(viewer: Viewer) -> tuple[list[SeenClub], bool]:
    """Some of one's own clubs, the newest first, and whether there are more."""
    own = list(clubs_of(viewer)[: AT_HOME + 1]) if viewer.account is not None else []
    return as_seen(own[:AT_HOME], viewer), len(own) > AT_HOME


def see_club_by_link(invite: str, viewer: Viewer) -> SeenClub:
    """The club to which a link leads; who has the link may know of it."""
    found = Club.objects.filter(invite=invite) if is_invite(invite) else Club.objects.none()
    for seen in as_seen(list(found), viewer):
        return seen
    raise no_such_link()


def members_page(club_id: str, viewer: Viewer, number: int) -> MembersPage:
    """The members that a viewer may know of, those who run the club first, each with what the viewer may make of them.

    Whoever sees a private club without belonging to it, as staff do, sees nobody.
    """
    number = min(max(number, 1), LAST_PAGE)
    try:
        members = see_members(club_id, viewer)
    except Forbidden:
        return MembersPage([], 1, False)
    own = see_club(club_id, viewer).role
    ranked = members.order_by(_ROLE_RANK, "account__display_name", "pk")[
        (number - 1) * PER_PAGE : number * PER_PAGE + 1
    ]
    shown = [_member_line(member, own, viewer) for member in ranked]
    return MembersPage(shown[:PER_PAGE], number, len(shown) > PER_PAGE)


_ROLE_RANK: Final = Case(
    *(When(role=role, then=Value(rank)) for rank, role in enumerate(ROLES)),
    default=Value(len(ROLES)),
    output_field=IntegerField(),
)


def _member_line(member: Membership, own: str | None, viewer: Viewer) -> Json:
    is_self = member.account_id == viewer.account
    roles = [role for role in ROLES if own and (role == member.role or may_give_role(own, member.role, role, is_self))]
    return {
        **about_member(member),
        "is_self": is_self,
        "roles": roles if len(roles) > 1 else [],
        "may_remove": bool(own) and not is_self and may_remove_member(own or MEMBER, member.role, is_self),
    }


class NewsPage(NamedTuple):
    """A part of what a club tells."""

    announcements: list[Json]
    number: int
    has_more: bool


def news_page(seen: SeenClub, viewer: Viewer, number: int = 1, most: int = NEWS_PER_PAGE) -> NewsPage:
    """What a club tells a viewer: what stays on top first, then the newest. Staff are told nothing of a private one."""
    number = min(max(number, 1), LAST_PAGE)
    try:
        told = see_announcements(seen).order_by("-is_pinned", "-made_at", "-pk")
    except Forbidden:
        return NewsPage([], 1, False)
    shown = list(told[(number - 1) * most : number * most + 1])
    return NewsPage(about_announcements(shown[:most], viewer), number, len(shown) > most)


def club_context(seen: SeenClub) -> dict[str, Any]:
    """What a page says of a club; its link only to those who run it."""
    return {"invite": "", **about_club(seen), "runs_it": seen.runs_it}


def export_clubs(account: int) -> Json:
    """Its memberships, what it waits for, what it has announced, and the names that it has claimed."""
    return {
        **export_memberships(account),
        "join_requests": [
            _exported_request(request) for request in JoinRequest.objects.filter(account=account).order_by("pk")
        ],
        "announcements": [
            _exported_announcement(each) for each in Announcement.objects.filter(author=account).order_by("pk")
        ],
        "claimed_names": [
            _exported_claim(person) for person in ClubPerson.objects.filter(account=account).order_by("pk")
        ],
    }


def _exported_request(request: JoinRequest) -> Json:
    return {"club": request.club_id, "asked_at": request.asked_at.isoformat()}


def _exported_announcement(announcement: Announcement) -> Json:
    said = {"title": announcement.title, "text": announcement.text}
    return {"club": announcement.club_id, **said, "made_at": announcement.made_at.isoformat()}


def _exported_claim(person: ClubPerson) -> Json:
    return {"club": person.club_id, "name": person.name, "added_at": person.added_at.isoformat()}
