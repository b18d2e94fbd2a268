"""What the pages of clubs show."""

from typing import Any, Final, NamedTuple

from django.db.models import Case, IntegerField, Value, When

from engine.protocol import Json
from games.clubs import MEMBER, ROLES, RUNNING_IT
from games.refusals import Forbidden
from games.selectors import Viewer
from games.services.seating import is_invite
from tournaments.models import Club, Membership
from tournaments.refusals import no_such_link
from tournaments.roles import may_remove, may_set
from tournaments.selectors.clubs import SeenClub, as_seen, clubs_of, clubs_seen_by, see_club
from tournaments.selectors.members import about_member, see_members

MOST_CLUBS: Final = 100
PER_PAGE: Final = 50
LAST_PAGE: Final = 500


class Members(NamedTuple):
    """A part of the people of a club."""

    members: list[Json]
    number: int
    has_more: bool


def clubs_shown(viewer: Viewer) -> tuple[list[SeenClub], list[SeenClub]]:
    """One's own clubs, and the public ones that are not."""
    own = as_seen(list(clubs_of(viewer)[:MOST_CLUBS]), viewer) if viewer.account is not None else []
    others = clubs_seen_by(viewer).exclude(pk__in=[seen.club.pk for seen in own])
    return own, as_seen(list(others[:MOST_CLUBS]), viewer)


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


def may_invite(seen: SeenClub) -> bool:
    """Whether a viewer has the link of a club."""
    return seen.role in RUNNING_IT


def about(seen: SeenClub) -> dict[str, Any]:
    """What a page says of a club; its link only to those who run it."""
    club = seen.club
    return {
        "id": club.pk,
        "name": club.name,
        "description": club.description,
        "is_public": club.is_public,
        "members": seen.members,
        "role": seen.role,
        "invite": club.invite if may_invite(seen) else "",
    }
