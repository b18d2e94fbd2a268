"""The link by which people join a club: made anew at will, which ends the old one."""

import secrets

from games.clocks.clock import now
from games.clubs import MEMBER, RUNNING_IT
from games.log.transactions import writing
from games.services import Caller
from games.services.seating import is_invite
from tournaments.models import Membership
from tournaments.refusals import no_such_link
from tournaments.services.locking import find_locked, lock_as, lock_registered


def new_invite() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(16)


def rotate_invite(club_id: str, by: Caller) -> str:
    """Make the link anew; whoever has the old one cannot join by it any more."""
    with writing():
        club, _ = lock_as(RUNNING_IT, club_id, by)
        club.invite = new_invite()
        club.save(update_fields=["invite"])
    return club.invite


def join_club(club_id: str, by: Caller, invite: str) -> Membership:
    """Become a member by the link; whoever is one already stays what they are."""
    with writing():
        account = lock_registered(by)
        club = find_locked(club_id)
        if club is None or not is_invite(invite) or not secrets.compare_digest(club.invite, invite):
            raise no_such_link()
        membership, _ = Membership.objects.get_or_create(
            club=club, account_id=account, defaults={"role": MEMBER, "joined_at": now()}
        )
    return membership
