"""Joining a club at once: by its link, which is made anew at will, or as one likes where it is open."""

import secrets
from typing import Any

from games.accounts.callers import Caller
from games.extension import CLUB_MANAGERS
from games.log.sql import write_transaction
from tournaments.models import Membership
from tournaments.models.clubs import BY_APPROVAL, BY_LINK
from tournaments.refusals import by_approval, by_link_only
from tournaments.services.admitting import admit
from tournaments.services.locking import lock_as, lock_as_newcomer, lock_registered


def new_invite() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(16)


def rotate_invite(club_id: str, by: Caller) -> str:
    """Make the link anew; whoever has the old one cannot join by it any more."""
    with write_transaction():
        club, _ = lock_as(CLUB_MANAGERS, club_id, by)
        club.invite = new_invite()
        club.save(update_fields=["invite"])
    return club.invite


def join_club(club_id: str, by: Caller, invite: Any = None) -> Membership:
    """Become a member by the link, or without it where the club is open; whoever is one already stays what they are.

    A club that admits by approval is joined by nobody at once: there the link lets people ask, also where strangers
    do not see the club.
    """
    with write_transaction():
        account = lock_registered(by)
        club = lock_as_newcomer(club_id, by, invite)
        if own := Membership.objects.filter(club=club, account=account).first():
            return own
        if club.admission == BY_APPROVAL:
            raise by_approval()
        if club.admission == BY_LINK and invite is None:
            raise by_link_only()
        return admit(club, account)
