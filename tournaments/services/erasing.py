"""What becomes of clubs when an account is erased: its memberships go, and a club without an owner gets an heir."""

from django.db.models import Case, IntegerField, Value, When

from games.clubs import ORGANISER, OWNER
from games.log.transactions import writing
from tournaments.models import Club, Membership
from tournaments.services.locking import find_locked


def leave_every_club(account: int) -> None:
    """End all memberships of an account; all lock clubs in one order, so that nobody waits in a circle."""
    clubs = Membership.objects.filter(account=account).order_by("club").values_list("club", flat=True)
    for club_id in list(clubs):
        with writing():
            if club := find_locked(club_id):
                Membership.objects.filter(club=club, account=account).delete()
                _find_an_owner(club)


def _find_an_owner(club: Club) -> None:
    """Let the longest-serving organiser own a club that has no owner, else the longest-serving member; else end it."""
    members = Membership.objects.filter(club=club)
    if members.filter(role=OWNER).exists():
        return
    rank = Case(When(role=ORGANISER, then=Value(0)), default=Value(1), output_field=IntegerField())
    heir = members.order_by(rank, "joined_at", "pk").first()
    if heir is None:
        club.delete()
        return
    heir.role = OWNER
    heir.save(update_fields=["role"])
