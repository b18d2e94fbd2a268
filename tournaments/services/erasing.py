"""What becomes of clubs when an account is erased: all that it was and said there goes, and each club has an owner.

What it has played in tournaments stays under ids that are nobody's; see `Entrant`.
"""

from django.db.models import Case, IntegerField, Value, When

from games.extension import ORGANISER, OWNER
from games.log.sql import write_transaction
from tournaments.models import Announcement, Club, ClubPerson, JoinRequest, Membership
from tournaments.models.clubs import BY_LINK
from tournaments.services.clubs import has_history
from tournaments.services.invites import new_invite
from tournaments.services.locking import find_locked


def leave_every_club(account: int) -> None:
    """End all that an account has in clubs; all lock them in one order, so that nobody waits in a circle."""
    for club_id in sorted(_clubs_with(account)):
        with write_transaction():
            if club := find_locked(club_id):
                Membership.objects.filter(club=club, account=account).delete()
                JoinRequest.objects.filter(club=club, account=account).delete()
                Announcement.objects.filter(club=club, author=account).delete()
                ClubPerson.objects.filter(club=club, account=account).delete()
                _find_an_owner(club)


def _clubs_with(account: int) -> set[str]:
    """The clubs that know an account: as a member, by a request, by its words, or by the name that it has claimed."""
    return {
        *Membership.objects.filter(account=account).values_list("club", flat=True),
        *JoinRequest.objects.filter(account=account).values_list("club", flat=True),
        *Announcement.objects.filter(author=account).values_list("club", flat=True),
        *ClubPerson.objects.filter(account=account).values_list("club", flat=True),
    }


def _find_an_owner(club: Club) -> None:
    """Let the longest-serving organiser own a club that has no owner, else the longest-serving member; else end it."""
    members = Membership.objects.filter(club=club)
    if members.filter(role=OWNER).exists():
        return
    rank = Case(When(role=ORGANISER, then=Value(0)), default=Value(1), output_field=IntegerField())
    heir = members.order_by(rank, "joined_at", "pk").first()
    if heir is None:
        _abandon(club)
        return
    heir.role = OWNER
    heir.save(update_fields=["role"])


def _abandon(club: Club) -> None:
    """End a club in which nobody is left; one with tournaments stays for their sake, and nobody comes in any more."""
    if not has_history(club):
        club.delete()
        return
    club.announcements.all().delete()
    club.requests.all().delete()
    club.persons.filter(entries=None).delete()
    club.persons.update(claim=None)
    club.admission, club.invite = BY_LINK, new_invite()
    club.save(update_fields=["admission", "invite"])
