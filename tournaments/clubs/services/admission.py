"""How people become members: by the club's link, by joining an open club, or by a request that is
approved.
"""

import secrets
from typing import Any, Final

from games.accounts.callers import Caller
from games.accounts.names import is_username
from games.clock.site_time import now
from games.extension import CLUB_MANAGERS, MEMBER
from games.log.sql import write_transaction
from games.refusals import Conflict
from tournaments.clubs.locks import lock_account, lock_club, lock_club_as, lock_club_as_newcomer, lock_own_account
from tournaments.clubs.models import BY_APPROVAL, BY_LINK, Club, JoinRequest, Membership
from tournaments.clubs.refusals import by_approval, by_link_only, no_such_club, no_such_request, takes_no_requests


def admit(club: Club, account: int) -> Membership:
    """Make a locked account a member of a locked club; whoever is one already stays what they are."""
    JoinRequest.objects.filter(club=club, account=account).delete()
    membership, _ = Membership.objects.get_or_create(
        club=club, account_id=account, defaults={"role": MEMBER, "joined_at": now()}
    )
    return membership


def new_link_secret() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(16)


def rotate_invite(club_id: str, by: Caller) -> str:
    """Make the link anew; whoever has the old one cannot join by it any more."""
    with write_transaction():
        club, _ = lock_club_as(CLUB_MANAGERS, club_id, by)
        club.invite = new_link_secret()
        club.save(update_fields=["invite"])
    return club.invite


def join_club(club_id: str, by: Caller, invite: Any = None) -> Membership:
    """Become a member by the link, or without it where the club is open; whoever is one already stays what they are.

    A club that admits by approval is joined by nobody at once: there the link lets people ask, also where strangers
    do not see the club.
    """
    with write_transaction():
        account = lock_own_account(by)
        club = lock_club_as_newcomer(club_id, by, invite)
        if own := Membership.objects.filter(club=club, account=account).first():
            return own
        if club.admission == BY_APPROVAL:
            raise by_approval()
        if club.admission == BY_LINK and invite is None:
            raise by_link_only()
        return admit(club, account)


MOST_REQUESTS_OF_ACCOUNT: Final = 20
"""How many clubs somebody may be waiting for."""
MOST_REQUESTS_TO_CLUB: Final = 500
"""How many may be waiting for a club."""


def ask_to_join(club_id: str, by: Caller, invite: Any = None) -> JoinRequest:
    """Ask to become a member; by the link also where strangers do not see the club. Again changes nothing."""
    with write_transaction():
        account = lock_own_account(by)
        club = lock_club_as_newcomer(club_id, by, invite)
        if Membership.objects.filter(club=club, account=account).exists():
            raise Conflict("club/member-already", "You are a member of this club already.")
        if club.admission != BY_APPROVAL:
            raise takes_no_requests()
        asked = JoinRequest.objects.filter(club=club, account=account).first()
        return asked or _create_request(club, account)


def _create_request(club: Club, account: int) -> JoinRequest:
    if JoinRequest.objects.filter(account=account).count() >= MOST_REQUESTS_OF_ACCOUNT:
        template = "You are waiting for {most} clubs already; withdraw one of these requests first."
        raise Conflict("club/too-many-requests", template, most=MOST_REQUESTS_OF_ACCOUNT)
    if JoinRequest.objects.filter(club=club).count() >= MOST_REQUESTS_TO_CLUB:
        raise Conflict("club/too-many-waiting", "Too many people wait for this club; please try again later.")
    return JoinRequest.objects.create(club=club, account_id=account, asked_at=now())


def withdraw_request(club_id: str, by: Caller) -> None:
    """Take one's own request back."""
    with write_transaction():
        club = lock_club(club_id)
        own = JoinRequest.objects.filter(club=club, account=by.account) if club and by.account else None
        if own is None or not own.delete()[0]:
            raise no_such_request() if club is not None and club.is_public else no_such_club(club_id)


def approve_request(club_id: str, by: Caller, username: str) -> Membership:
    """Let somebody in who has asked; of several who do so at once all are told that it is done."""
    with write_transaction():
        account = _lock_username(username)
        club, _ = lock_club_as(CLUB_MANAGERS, club_id, by)
        if JoinRequest.objects.filter(club=club, account=account).exists() and account is not None:
            return admit(club, account)
        member = Membership.objects.filter(club=club, account=account).first()
        if member is None:
            raise no_such_request()
        return member


def decline_request(club_id: str, by: Caller, username: str) -> None:
    """Let somebody not in; they may ask again."""
    with write_transaction():
        club, _ = lock_club_as(CLUB_MANAGERS, club_id, by)
        asked = JoinRequest.objects.filter(club=club, account__username=username) if _is_username(username) else None
        if asked is None or not asked.delete()[0]:
            raise no_such_request()


def _lock_username(username: Any) -> int | None:
    """The locked account of this name, before any club is locked."""
    return lock_account(username=username) if _is_username(username) else None


def _is_username(username: Any) -> bool:
    return isinstance(username, str) and is_username(username)
