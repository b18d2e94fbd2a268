"""How somebody becomes a member, whatever has led there."""

from games.clock.site_time import now
from games.extension import MEMBER
from tournaments.models import Club, JoinRequest, Membership


def admit(club: Club, account: int) -> Membership:
    """Make a locked account a member of a locked club; whoever is one already stays what they are."""
    JoinRequest.objects.filter(club=club, account=account).delete()
    membership, _ = Membership.objects.get_or_create(
        club=club, account_id=account, defaults={"role": MEMBER, "joined_at": now()}
    )
    return membership
