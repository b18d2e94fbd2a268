"""Who is in a club. Members know each other; strangers see who shows themselves, and in public clubs only."""

from typing import Any

from django.db.models import QuerySet

from engine.protocol import Json
from games.accounts.callers import Viewer
from tournaments.models import Membership
from tournaments.refusals import not_a_member
from tournaments.selectors.clubs import see_club


def see_members(club_id: Any, viewer: Viewer) -> QuerySet[Membership]:
    """The members of a club with their accounts, the newest first, as far as the viewer may know of them."""
    seen = see_club(club_id, viewer)
    members = Membership.objects.filter(club=seen.club).select_related("account").order_by("-joined_at", "-pk")
    if seen.role is not None:
        return members
    if not seen.club.is_public:
        raise not_a_member()
    return members.filter(account__is_private=False, account__is_minor=False)


def about_member(member: Membership) -> Json:
    """A member as lists show them."""
    account = member.account
    names = {"handle": account.username, "name": account.display_name}
    return {**names, "role": member.role, "joined_at": member.joined_at}


def export_memberships(account: int) -> Json:
    """What is stored about an account in clubs, for itself."""
    own = Membership.objects.filter(account=account).select_related("club").order_by("joined_at", "pk")
    return {"clubs": [_exported(membership) for membership in own]}


def _exported(membership: Membership) -> Json:
    club = membership.club
    joined_at = membership.joined_at.isoformat()
    return {"club": club.pk, "name": club.name, "role": membership.role, "joined_at": joined_at}
