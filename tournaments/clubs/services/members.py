"""Changing roles, ending memberships, and helping a member without a mail address to a new password.

A club always has an owner. Whoever holds a link for a new password can be the member, and anybody may found a club and
ask people in: so only a club that the site stands behind, with one of its staff among the owners, can make one.
Elsewhere the staff do.
"""

from typing import Any

from engine.errors import Malformed, as_json
from games.accounts.callers import Caller, caller_of
from games.accounts.models import Account
from games.accounts.passwords import make_password_link
from games.extension import CLUB_MANAGERS, OWNER, ROLES
from games.log.sql import write_transaction
from tournaments.clubs.locks import lock_club_as, lock_club_as_member, require_another_owner
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.refusals import no_such_member, not_vouched_for, not_your_role
from tournaments.clubs.roles import may_give_role, may_remove_member


def set_role(club_id: str, by: Caller, username: str, role: str) -> Membership:
    """Say what a member is from now on."""
    if role not in ROLES:
        known = ", ".join(ROLES)
        raise Malformed(
            "club/role", "{role} is no role in a club; there are: {known}.", role=as_json(role), known=known
        )
    with write_transaction():
        club, own = lock_club_as_member(club_id, by)
        member = find_member(club, username)
        if not may_give_role(own.role, member.role, role, is_self=member == own):
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
        club, own = lock_club_as_member(club_id, by)
        member = find_member(club, username)
        if not may_remove_member(own.role, member.role, is_self=member == own):
            raise not_your_role()
        require_another_owner(member)
        member.delete()


def leave_club(club_id: str, by: Caller) -> None:
    """End one's own membership."""
    with write_transaction():
        _, own = lock_club_as_member(club_id, by)
        require_another_owner(own)
        own.delete()


def find_member(club: Club, username: Any) -> Membership:
    """A member by name; texts on which databases choke name nobody."""
    found = Membership.objects.select_related("account").filter(club=club, account__username=username)
    member = found.first() if isinstance(username, str) and username.isprintable() else None
    if member is None:
        raise no_such_member(username)
    return member


def make_member_password_link(club_id: str, by: Account, username: str) -> str:
    """The secret of a one-time link by which an ordinary member sets a new password."""
    with write_transaction():
        club, _ = lock_club_as(CLUB_MANAGERS, club_id, caller_of(by))
        member = find_member(club, username).account
        if not club.memberships.filter(role=OWNER, account__is_staff=True, account__is_active=True).exists():
            raise not_vouched_for()
        return make_password_link(by, member, club.pk)
