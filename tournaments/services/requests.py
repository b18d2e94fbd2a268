"""Asking to become a member of a club that looks at everybody first, and what those who run it say to that."""

from typing import Any, Final

from games.accounts.callers import Caller
from games.accounts.names import is_username
from games.clock.site_time import now
from games.extension import CLUB_MANAGERS
from games.log.sql import write_transaction
from games.refusals import Conflict
from tournaments.models import Club, JoinRequest, Membership
from tournaments.models.clubs import BY_APPROVAL
from tournaments.refusals import no_such_club, no_such_request, takes_no_requests
from tournaments.services.admitting import admit
from tournaments.services.locking import find_locked, lock_account, lock_as, lock_as_newcomer, lock_registered

MOST_OF_ONE: Final = 20
"""How many clubs somebody may be waiting for."""
MOST_TO_ONE: Final = 500
"""How many may be waiting for a club."""


def ask_to_join(club_id: str, by: Caller, invite: Any = None) -> JoinRequest:
    """Ask to become a member; by the link also where strangers do not see the club. Again changes nothing."""
    with write_transaction():
        account = lock_registered(by)
        club = lock_as_newcomer(club_id, by, invite)
        if Membership.objects.filter(club=club, account=account).exists():
            raise Conflict("club/member-already", "You are a member of this club already.")
        if club.admission != BY_APPROVAL:
            raise takes_no_requests()
        asked = JoinRequest.objects.filter(club=club, account=account).first()
        return asked or _ask(club, account)


def _ask(club: Club, account: int) -> JoinRequest:
    if JoinRequest.objects.filter(account=account).count() >= MOST_OF_ONE:
        template = "You are waiting for {most} clubs already; withdraw one of these requests first."
        raise Conflict("club/too-many-requests", template, most=MOST_OF_ONE)
    if JoinRequest.objects.filter(club=club).count() >= MOST_TO_ONE:
        raise Conflict("club/too-many-waiting", "Too many people wait for this club; please try again later.")
    return JoinRequest.objects.create(club=club, account_id=account, asked_at=now())


def withdraw_request(club_id: str, by: Caller) -> None:
    """Take one's own request back."""
    with write_transaction():
        club = find_locked(club_id)
        own = JoinRequest.objects.filter(club=club, account=by.account) if club and by.account else None
        if own is None or not own.delete()[0]:
            raise no_such_request() if club is not None and club.is_public else no_such_club(club_id)


def approve_request(club_id: str, by: Caller, username: str) -> Membership:
    """Let somebody in who has asked; of several who do so at once all are told that it is done."""
    with write_transaction():
        account = _lock_named(username)
        club, _ = lock_as(CLUB_MANAGERS, club_id, by)
        if JoinRequest.objects.filter(club=club, account=account).exists() and account is not None:
            return admit(club, account)
        member = Membership.objects.filter(club=club, account=account).first()
        if member is None:
            raise no_such_request()
        return member


def decline_request(club_id: str, by: Caller, username: str) -> None:
    """Let somebody not in; they may ask again."""
    with write_transaction():
        club, _ = lock_as(CLUB_MANAGERS, club_id, by)
        asked = JoinRequest.objects.filter(club=club, account__username=username) if _is_name(username) else None
        if asked is None or not asked.delete()[0]:
            raise no_such_request()


def _lock_named(username: Any) -> int | None:
    """The locked account of this name, before any club is locked."""
    return lock_account(username=username) if _is_name(username) else None


def _is_name(username: Any) -> bool:
    return isinstance(username, str) and is_username(username)
