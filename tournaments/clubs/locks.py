"""The lock of a club: whatever changes it or its people holds its row, and asks for roles only then."""

import secrets
from collections.abc import Container
from typing import Any

from engine.log import is_id
from games.accounts.callers import Caller
from games.accounts.models import Account
from games.extension import OWNER
from games.play.seats import is_invite
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.refusals import (
    last_owner,
    no_such_club,
    no_such_link,
    not_a_member,
    not_registered,
    not_your_role,
)


def lock_club(club_id: Any) -> Club | None:
    """A club that nobody else changes until the transaction ends; None if there is none."""
    return Club.objects.select_for_update().filter(pk=club_id).first() if is_id(club_id) else None


def lock_club_as_member(club_id: Any, by: Caller) -> tuple[Club, Membership]:
    """The locked club and the caller's membership; strangers do not learn of a private club."""
    club = lock_club(club_id)
    if club is None:
        raise no_such_club(club_id)
    own = Membership.objects.filter(club=club, account=by.account).first()
    if own is None:
        raise not_a_member() if club.is_public or by.is_staff else no_such_club(club_id)
    return club, own


def lock_club_as(roles: Container[str], club_id: Any, by: Caller) -> tuple[Club, Membership]:
    """The same, refused unless the caller has one of these roles."""
    club, own = lock_club_as_member(club_id, by)
    if own.role not in roles:
        raise not_your_role()
    return club, own


def lock_club_as_newcomer(club_id: Any, by: Caller, invite: Any) -> Club:
    """The locked club for somebody who wants to come in: who has no link must be able to see it."""
    club = lock_club(club_id)
    if invite is not None:
        if club is None or not is_invite(invite) or not secrets.compare_digest(club.invite, invite):
            raise no_such_link()
        return club
    if club is None or not _is_seen(club, by):
        raise no_such_club(club_id)
    return club


def _is_seen(club: Club, by: Caller) -> bool:
    return club.is_public or by.is_staff or club.memberships.filter(account=by.account).exists()


def lock_own_account(by: Caller) -> int:
    """The caller's account, which can come back and is not erased meanwhile; always locked before a club."""
    account = None if by.account is None else lock_account(pk=by.account)
    if account is None:
        raise not_registered()
    return account


def lock_account(**which: Any) -> int | None:
    """An account that is no guest's and is not being erased, None if there is none; always locked before a club."""
    found = Account.objects.select_for_update(no_key=True).filter(is_guest=False, is_active=True, **which)
    return found.values_list("pk", flat=True).first()


def require_another_owner(membership: Membership) -> None:
    """Refuse that the only owner of a locked club is one no more."""
    owners = Membership.objects.filter(club=membership.club_id, role=OWNER)
    if membership.role == OWNER and not owners.exclude(pk=membership.pk).exists():
        raise last_owner()
