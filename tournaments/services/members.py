"""The people of a club: what they are in it, and how they come out of it. A club always has an owner."""

from typing import Any

from engine.errors import Malformed, as_json
from games.accounts.callers import Caller
from games.extension import OWNER, ROLES
from games.log.sql import write_transaction
from tournaments.models import Club, Membership
from tournaments.refusals import no_such_member, not_your_role
from tournaments.roles import may_remove, may_set
from tournaments.services.locking import lock_as_member, require_another_owner


def set_role(club_id: str, by: Caller, username: str, role: str) -> Membership:
    """Say what a member is from now on."""
    if role not in ROLES:
        known = ", ".join(ROLES)
        raise Malformed(
            "club/role", "{role} is no role in a club; there are: {known}.", role=as_json(role), known=known
        )
    with write_transaction():
        club, own = lock_as_member(club_id, by)
        member = find_member(club, username)
        if not may_set(own.role, member.role, role, is_self=member == own):
            raise not_your_role()
        if role == OWNER and member.account.is_staff and not by.is_staff:
            # With somebody of the staff among its owners a club can do more: nobody else decides that.
            raise not_your_role()
        if role != OWNER:
            require_another_owner(member)
        member.role = role
        member.save(update_fields=["role"])
    return member


def remove_member(club_id: str, by: Caller, username: str) -> None:
    """End somebody's membership, perhaps one's own."""
    with write_transaction():
        club, own = lock_as_member(club_id, by)
        member = find_member(club, username)
        if not may_remove(own.role, member.role, is_self=member == own):
            raise not_your_role()
        require_another_owner(member)
        member.delete()


def leave_club(club_id: str, by: Caller) -> None:
    """End one's own membership."""
    with write_transaction():
        _, own = lock_as_member(club_id, by)
        require_another_owner(own)
        own.delete()


def find_member(club: Club, username: Any) -> Membership:
    """A member by name; texts on which databases choke name nobody."""
    found = Membership.objects.select_related("account").filter(club=club, account__username=username)
    member = found.first() if isinstance(username, str) and username.isprintable() else None
    if member is None:
        raise no_such_member(username)
    return member
