"""Founding a club, changing its settings, ending it, and what becomes of clubs when an account is erased.

Of an erased account all goes that it was and said in clubs, and each club still has an owner afterwards. What it has
played in tournaments stays under ids that are nobody's; see `Entrant`.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from django.db import IntegrityError
from django.db.models import Case, IntegerField, Value, When

from engine.protocol import Json
from games.accounts.callers import Caller
from games.clock.site_time import now
from games.extension import CLUB_MANAGERS, ORGANISER, OWNER
from games.log.sql import write_transaction
from games.refusals import Conflict
from tournaments.clubs.locks import lock_club, lock_club_as, lock_own_account
from tournaments.clubs.models import BY_LINK, Announcement, Club, ClubPerson, JoinRequest, Membership
from tournaments.clubs.refusals import name_taken, not_your_role
from tournaments.clubs.services.admission import new_link_secret
from tournaments.clubs.validators import (
    name_key,
    read_admission,
    read_club_name,
    read_description,
    read_is_public,
    read_time_zone,
)

UTC: Final = "UTC"


def create_club(
    by: Caller,
    name: str,
    description: str = "",
    is_public: bool = False,
    time_zone: str = UTC,
    admission: str = BY_LINK,
) -> Club:
    """Found a club; whoever does so owns it."""
    said = {"name": name, "description": description, "is_public": is_public, "time_zone": time_zone}
    said = _read({**said, "admission": admission})
    club = Club(id=f"c-{secrets.token_hex(8)}", invite=new_link_secret(), created_at=now(), **said)
    with _refusing_taken_name(club.name):
        owner = lock_own_account(by)
        club.save(force_insert=True)
        Membership.objects.create(club=club, account_id=owner, role=OWNER, joined_at=club.created_at)
    return club


def change_club(club_id: str, by: Caller, changes: Mapping[str, Any]) -> Club:
    """Rename or describe a club, or let people join in another way, as far as something is said.

    Whether strangers see it only an owner decides. Those who have asked to join wait on, whatever the way is then.
    """
    said = _read(changes)
    with _refusing_taken_name(said.get("name", "")):
        club, own = lock_club_as(CLUB_MANAGERS, club_id, by)
        if own.role != OWNER and said.get("is_public", club.is_public) != club.is_public:
            raise not_your_role()
        for field, value in said.items():
            setattr(club, field, value)
        club.save()
    return club


def delete_club(club_id: str, by: Caller) -> None:
    """End a club in which nobody is left but its owner; its games keep its id."""
    with write_transaction():
        club, own = lock_club_as((OWNER,), club_id, by)
        if Membership.objects.filter(club=club).exclude(pk=own.pk).exists():
            raise Conflict("club/not-empty", "There are other members in this club; it cannot be deleted.")
        if has_history(club):
            template = "This club has tournaments or leagues, which are kept for good; it cannot be deleted."
            raise Conflict("club/has-tournaments", template)
        club.delete()


def has_history(club: Club) -> bool:
    """Whether a locked club has tournaments or leagues: these outlive its people, and keep it with them."""
    return club.tournaments.exists() or club.leagues.exists()


_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "name": read_club_name,
    "description": read_description,
    "is_public": read_is_public,
    "time_zone": read_time_zone,
    "admission": read_admission,
}
"""What can be said of a club."""


def _read(said: Mapping[str, Any]) -> Json:
    """What is said of a club as it is stored, refused if it cannot be read."""
    read = {field: _READERS[field](value) for field, value in said.items()}
    return {**read, "name_key": name_key(read["name"])} if "name" in read else read


@contextmanager
def _refusing_taken_name(name: str) -> Iterator[None]:
    """One transaction; refused if another club has got the name, be it at the same moment."""
    try:
        with write_transaction():
            yield
    except IntegrityError as error:
        if Club.objects.filter(name_key=name_key(name)).exists():
            raise name_taken(name) from error
        raise


def leave_every_club(account: int) -> None:
    """End all that an account has in clubs; all lock them in one order, so that nobody waits in a circle."""
    for club_id in sorted(_clubs_with(account)):
        with write_transaction():
            if club := lock_club(club_id):
                Membership.objects.filter(club=club, account=account).delete()
                JoinRequest.objects.filter(club=club, account=account).delete()
                Announcement.objects.filter(club=club, author=account).delete()
                ClubPerson.objects.filter(club=club, account=account).delete()
                _appoint_owner(club)


def _clubs_with(account: int) -> set[str]:
    """The clubs that know an account: as a member, by a request, by its words, or by the name that it has claimed."""
    return {
        *Membership.objects.filter(account=account).values_list("club", flat=True),
        *JoinRequest.objects.filter(account=account).values_list("club", flat=True),
        *Announcement.objects.filter(author=account).values_list("club", flat=True),
        *ClubPerson.objects.filter(account=account).values_list("club", flat=True),
    }


def _appoint_owner(club: Club) -> None:
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
    club.admission, club.invite = BY_LINK, new_link_secret()
    club.save(update_fields=["admission", "invite"])
