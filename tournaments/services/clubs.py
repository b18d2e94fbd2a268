"""Founding a club, changing what is said of it, and ending it."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from django.db import IntegrityError

from engine.protocol import Json
from games.accounts.callers import Caller
from games.clock.site_time import now
from games.extension import CLUB_MANAGERS, OWNER
from games.log.sql import write_transaction
from games.refusals import Conflict
from tournaments.models import Club, Membership
from tournaments.models.clubs import BY_LINK
from tournaments.refusals import name_taken, not_your_role
from tournaments.services.invites import new_invite
from tournaments.services.locking import lock_as, lock_registered
from tournaments.services.texts import (
    name_key,
    read_admission,
    read_description,
    read_is_public,
    read_name,
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
    club = Club(id=f"c-{secrets.token_hex(8)}", invite=new_invite(), created_at=now(), **said)
    with _naming(club.name):
        owner = lock_registered(by)
        club.save(force_insert=True)
        Membership.objects.create(club=club, account_id=owner, role=OWNER, joined_at=club.created_at)
    return club


def change_club(club_id: str, by: Caller, changes: Mapping[str, Any]) -> Club:
    """Rename or describe a club, or let people join in another way, as far as something is said.

    Whether strangers see it only an owner decides. Those who have asked to join wait on, whatever the way is then.
    """
    said = _read(changes)
    with _naming(said.get("name", "")):
        club, own = lock_as(CLUB_MANAGERS, club_id, by)
        if own.role != OWNER and said.get("is_public", club.is_public) != club.is_public:
            raise not_your_role()
        for field, value in said.items():
            setattr(club, field, value)
        club.save()
    return club


def delete_club(club_id: str, by: Caller) -> None:
    """End a club in which nobody is left but its owner; its games keep its id."""
    with write_transaction():
        club, own = lock_as((OWNER,), club_id, by)
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
    "name": read_name,
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
def _naming(name: str) -> Iterator[None]:
    """One transaction; refused if another club has got the name, be it at the same moment."""
    try:
        with write_transaction():
            yield
    except IntegrityError as error:
        if Club.objects.filter(name_key=name_key(name)).exists():
            raise name_taken(name) from error
        raise
