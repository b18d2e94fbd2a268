"""The link by which somebody makes their account's what a club has kept under their name.

Claiming makes them a member and gives their account what the person has played; logs know entrants by an id, so that
not a byte of them changes. The link has done its work then: whoever else opens it finds nothing.
"""

import secrets
from typing import Any

from games.accounts.callers import Caller
from games.extension import CLUB_MANAGERS
from games.log.sql import write_transaction
from games.play.seats import is_invite
from games.refusals import Conflict
from tournaments.models import Assignment, Club, ClubPerson, Entrant
from tournaments.naming import name_of
from tournaments.refusals import no_such_claim
from tournaments.services.admitting import admit
from tournaments.services.invites import new_invite
from tournaments.services.locking import find_locked, lock_as, lock_registered
from tournaments.services.persons import find_person, hold_entries


def make_claim_link(club_id: str, by: Caller, number: int) -> str:
    """The secret of a new link by which somebody claims what is theirs; one that was made before ends."""
    with write_transaction():
        club, _ = lock_as(CLUB_MANAGERS, club_id, by)
        person = find_person(club, number)
        if person.account_id is not None:
            raise Conflict("person/claimed", "“{name}” has an account now.", name=person.name)
        claim = new_invite()
        _set_claim(person, claim)
    return claim


def end_claim_link(club_id: str, by: Caller, number: int) -> None:
    """Let a link lead nowhere; without one there is nothing to do."""
    with write_transaction():
        club, _ = lock_as(CLUB_MANAGERS, club_id, by)
        _set_claim(find_person(club, number), None)


def _set_claim(person: ClubPerson, claim: str | None) -> None:
    person.claim = claim
    person.save(update_fields=["claim"])


def claim_person(club_id: str, by: Caller, claim: Any) -> ClubPerson:
    """Make a person's entries the caller's own, who becomes a member; again by the same caller changes nothing."""
    with write_transaction():
        account = lock_registered(by)
        person = _find_claimed(find_locked(club_id), claim)
        if person.account_id not in (None, account):
            raise no_such_claim()
        if person.account_id is None:
            hold_entries(person.club)
            _take_over(person, account)
            admit(person.club, account)
    return person


def _find_claimed(club: Club | None, claim: Any) -> ClubPerson:
    if club is None or not is_invite(claim):
        raise no_such_claim()
    person = ClubPerson.objects.select_related("club").filter(club=club, claim=claim).first()
    if person is None or not secrets.compare_digest(person.claim or "", claim):
        raise no_such_claim()
    return person


def _take_over(person: ClubPerson, account: int) -> None:
    """Give an account the entries of a person, unless it is entered beside them somewhere."""
    entries = Entrant.objects.filter(person=person)
    twice = Entrant.objects.filter(account=account, tournament__in=entries.values("tournament"))
    if both := twice.select_related("tournament").order_by("pk").first():
        template = "You take part in “{tournament}” yourself; what “{name}” has played there cannot become yours too."
        raise Conflict("person/entered-twice", template, tournament=name_of(both.tournament), name=person.name)
    entries.update(account=account, person=None)
    _take_places(person, account)
    person.account_id = account
    person.save(update_fields=["account"])


def _take_places(person: ClubPerson, account: int) -> None:
    """Give an account the places of a person in seasons that are still drafts; one place in each is enough."""
    places = Assignment.objects.filter(person=person)
    places.filter(season__in=Assignment.objects.filter(account=account).values("season")).delete()
    places.update(account=account, person=None)
