"""People without an account who play at a club's evenings, and the link by which their account
takes over what they have played.

Claiming makes somebody a member and gives their account what the person has played; logs know entrants by an id, so
that not a byte of them changes. The link has done its work then: whoever else opens it finds nothing.
"""

import secrets
from typing import Any, Final

from games.accounts.callers import Caller
from games.accounts.names import clean_display_name
from games.clock.site_time import now
from games.extension import CLUB_MANAGERS
from games.log.sql import write_transaction
from games.play.seats import is_invite
from games.refusals import Conflict
from tournaments.clubs.locks import lock_club, lock_club_as, lock_own_account
from tournaments.clubs.models import Club, ClubPerson
from tournaments.clubs.refusals import no_such_claim, no_such_person, person_known
from tournaments.clubs.services.admission import admit, new_link_secret
from tournaments.clubs.validators import name_key
from tournaments.extension import PersonClaim, has_taken_part, on_person_claimed

MOST_PERSONS: Final = 1000
"""How many people without an account a club knows."""


def add_person(club_id: str, by: Caller, name: str) -> ClubPerson:
    """Enter somebody by name."""
    name = clean_display_name(name)
    with write_transaction():
        club, _ = lock_club_as(CLUB_MANAGERS, club_id, by)
        _refuse_duplicate_name(club, name)
        if club.persons.count() >= MOST_PERSONS:
            template = "A club knows at most {most} people without an account; remove some of them first."
            raise Conflict("person/too-many", template, most=MOST_PERSONS)
        return ClubPerson.objects.create(club=club, name=name, name_key=name_key(name), added_at=now())


def rename_person(club_id: str, by: Caller, number: int, name: str) -> ClubPerson:
    """Call somebody by another name, also where they have played."""
    name = clean_display_name(name)
    with write_transaction():
        club, _ = lock_club_as(CLUB_MANAGERS, club_id, by)
        person = find_person(club, number)
        _refuse_duplicate_name(club, name, person)
        person.name, person.name_key = name, name_key(name)
        person.save(update_fields=["name", "name_key"])
    return person


def remove_person(club_id: str, by: Caller, number: int) -> None:
    """Forget somebody who has not taken part in anything."""
    with write_transaction():
        club, _ = lock_club_as(CLUB_MANAGERS, club_id, by)
        person = find_person(club, number)
        if has_taken_part(club.pk, person.pk):
            template = "“{name}” has taken part in a tournament and stays known under this name, or another one."
            raise Conflict("person/in-use", template, name=person.name)
        person.delete()


def find_person(club: Club, number: int) -> ClubPerson:
    """Somebody whom a locked club knows."""
    person = ClubPerson.objects.filter(club=club, pk=number).first()
    if person is None:
        raise no_such_person()
    return person


def _refuse_duplicate_name(club: Club, name: str, but: ClubPerson | None = None) -> None:
    """Names differ within a locked club, so that everybody can be told from the others."""
    same = ClubPerson.objects.filter(club=club, name_key=name_key(name)).first()
    if same is not None and same != but:
        raise person_known(name)


def make_claim_link(club_id: str, by: Caller, number: int) -> str:
    """The secret of a new link by which somebody claims what is theirs; one that was made before ends."""
    with write_transaction():
        club, _ = lock_club_as(CLUB_MANAGERS, club_id, by)
        person = find_person(club, number)
        if person.account_id is not None:
            raise Conflict("person/claimed", "“{name}” has an account now.", name=person.name)
        claim = new_link_secret()
        _set_claim(person, claim)
    return claim


def end_claim_link(club_id: str, by: Caller, number: int) -> None:
    """Let a link lead nowhere; without one there is nothing to do."""
    with write_transaction():
        club, _ = lock_club_as(CLUB_MANAGERS, club_id, by)
        _set_claim(find_person(club, number), None)


def _set_claim(person: ClubPerson, claim: str | None) -> None:
    person.claim = claim
    person.save(update_fields=["claim"])


def claim_person(club_id: str, by: Caller, claim: Any) -> ClubPerson:
    """Make a person's entries the caller's own, who becomes a member; again by the same caller changes nothing."""
    with write_transaction():
        account = lock_own_account(by)
        person = _find_claimed(lock_club(club_id), claim)
        if person.account_id not in (None, account):
            raise no_such_claim()
        if person.account_id is None:
            on_person_claimed.call_all(PersonClaim(person.club_id, person.pk, person.name, account))
            person.account_id = account
            person.save(update_fields=["account"])
            admit(person.club, account)
    return person


def _find_claimed(club: Club | None, claim: Any) -> ClubPerson:
    if club is None or not is_invite(claim):
        raise no_such_claim()
    person = ClubPerson.objects.select_related("club").filter(club=club, claim=claim).first()
    if person is None or not secrets.compare_digest(person.claim or "", claim):
        raise no_such_claim()
    return person
