"""People without an account: entered by name, renamed, removed, and how they make their account's what is theirs."""

from typing import Any

import pytest

from engine.errors import Malformed
from games.accounts.callers import Caller
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.sample_tables import account, caller
from tests.tournaments.events.rounds.world import announced, settings
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import PEOPLE, STRANGER, club, roles
from tournaments.clubs.models import Club, ClubPerson
from tournaments.clubs.services.admission import ask_to_join
from tournaments.clubs.services.clubs import change_club
from tournaments.clubs.services.persons import (
    add_person,
    claim_person,
    end_claim_link,
    make_claim_link,
    remove_person,
    rename_person,
)
from tournaments.events.models import Entrant
from tournaments.events.services.entrants import enter_other

pytestmark = pytest.mark.django_db


def known(made: Club, name: str = "Piet") -> ClubPerson:
    """Somebody whom the club knows by name."""
    return add_person(made.pk, caller("Olga"), name)


def with_link(made: Club, name: str = "Piet") -> tuple[ClubPerson, str]:
    """The same with a link by which they claim what is theirs."""
    person = known(made, name)
    return person, make_claim_link(made.pk, caller("Olga"), person.pk)


@pytest.mark.parametrize("name", ["Olga", "Otto"])
def test_those_who_run_a_club_enter_rename_and_remove_people(name: str) -> None:
    made, by = club(), caller(name)
    person = add_person(made.pk, by, "  Uncle   Piet ")
    assert ClubPerson.objects.get().name == "Uncle Piet"
    rename_person(made.pk, by, person.pk, "uncle piet")
    assert ClubPerson.objects.get().name == "uncle piet"
    remove_person(made.pk, by, person.pk)
    assert not ClubPerson.objects.exists()


@pytest.mark.parametrize("name", ["", "...", "x" * 41, "a\0b", "admin", "greedy", None, 7])
def test_a_name_is_one_that_an_account_could_show(name: Any) -> None:
    made, olga = club(), caller("Olga")
    person = known(made)
    with pytest.raises(Malformed):
        add_person(made.pk, olga, name)
    with pytest.raises(Malformed):
        rename_person(made.pk, olga, person.pk, name)
    assert ClubPerson.objects.get().name == "Piet"


def test_no_two_people_of_a_club_are_called_the_same() -> None:
    made, other, olga = club(), club("Another"), caller("Olga")
    known(made)
    anna = known(made, "Anna")
    with refused(Conflict, "person/name-taken"):
        add_person(made.pk, olga, "PIET")
    with refused(Conflict, "person/name-taken"):
        rename_person(made.pk, olga, anna.pk, "piet")
    assert known(other).name == "Piet"


@pytest.mark.parametrize("name", ["Sven", "Mia", STRANGER])
def test_nobody_else_does_nor_makes_links(name: str) -> None:
    made, somebody = club(), caller(name)
    person = known(made).pk
    sort, code = (NotFound, "club/not-found") if name == STRANGER else (Forbidden, "club/role-too-low")
    with refused(sort, code):
        add_person(made.pk, somebody, "Anna")
    with refused(sort, code):
        rename_person(made.pk, somebody, person, "Anna")
    for deed in (remove_person, make_claim_link, end_claim_link):
        with refused(sort, code):
            deed(made.pk, somebody, person)


def test_people_of_another_club_are_its_own() -> None:
    made, other, olga = club(), club("Another"), caller("Olga")
    for number in (known(other).pk, 0, 10**30):
        for deed in (remove_person, make_claim_link, end_claim_link):
            with refused(NotFound, "person/not-found"):
                deed(made.pk, olga, number)


def test_whoever_has_taken_part_stays() -> None:
    made, olga = club(), caller("Olga")
    person = known(made)
    announced(settings(), persons=[person.pk], of=made)
    with refused(Conflict, "person/in-use"):
        remove_person(made.pk, olga, person.pk)
    assert rename_person(made.pk, olga, person.pk, "Peter").name == "Peter"


def test_claiming_makes_a_member_and_moves_what_was_played() -> None:
    made, dan = club(), caller(STRANGER)
    person, claim = with_link(made)
    first, second = (announced(settings(), "Mia", persons=[person.pk], of=made) for _ in range(2))
    before = set(Entrant.objects.filter(person=person).values_list("pk", flat=True))
    assert claim_person(made.pk, dan, claim).account == account(STRANGER)
    own = Entrant.objects.filter(account=dan.account)
    assert {entrant.pk for entrant in own} == before
    assert {entrant.tournament_id for entrant in own} == {first, second}
    assert all(entrant.person_id is None for entrant in own)
    assert roles(made) == {**PEOPLE, STRANGER: "member"}


def test_members_stay_what_they_are_and_wait_no_more() -> None:
    made = club(is_public=True)
    change_club(made.pk, caller("Olga"), {"admission": "approval"})
    claim_person(made.pk, caller("Sven"), with_link(made)[1])
    assert roles(made) == PEOPLE
    ask_to_join(made.pk, caller(STRANGER))
    claim_person(made.pk, caller(STRANGER), with_link(made, "Anna")[1])
    assert not made.requests.exists()


def test_claiming_again_changes_nothing_and_nobody_else_claims_it() -> None:
    made, dan, eve, olga = club(), caller(STRANGER), caller("Eve"), caller("Olga")
    person, claim = with_link(made)
    claim_person(made.pk, dan, claim)
    assert claim_person(made.pk, dan, claim).pk == person.pk
    with refused(NotFound, "person/no-such-link"):
        claim_person(made.pk, eve, claim)
    with refused(Conflict, "person/claimed"):
        make_claim_link(made.pk, olga, person.pk)


def test_whoever_is_entered_beside_the_person_cannot_claim_it() -> None:
    made, dan = club(), caller(STRANGER)
    person, claim = with_link(made)
    announced(settings(), STRANGER, persons=[person.pk], of=made)
    with refused(Conflict, "person/entered-twice"):
        claim_person(made.pk, dan, claim)


def test_who_has_claimed_is_not_entered_by_the_old_name() -> None:
    made, olga = club(), caller("Olga")
    person, claim = with_link(made)
    tournament = announced(settings(), of=made)
    claim_person(made.pk, caller(STRANGER), claim)
    with refused(NotFound, "person/not-found"):
        enter_other(tournament, olga, "c-late", person=person.pk)


def test_a_link_that_was_renewed_or_ended_leads_nowhere() -> None:
    made, dan, olga = club(), caller(STRANGER), caller("Olga")
    person, old = with_link(made)
    fresh = make_claim_link(made.pk, olga, person.pk)
    assert fresh != old
    with refused(NotFound, "person/no-such-link"):
        claim_person(made.pk, dan, old)
    end_claim_link(made.pk, olga, person.pk)
    end_claim_link(made.pk, olga, person.pk)
    with refused(NotFound, "person/no-such-link"):
        claim_person(made.pk, dan, fresh)


@pytest.mark.parametrize("claim", ["", "x", "\0", "\ud800", "é", None, 7, ["x"]])
def test_what_is_no_link_claims_nothing(claim: Any) -> None:
    made, dan = club(), caller(STRANGER)
    known(made)
    with refused(NotFound, "person/no-such-link"):
        claim_person(made.pk, dan, claim)


def test_a_link_is_about_its_own_club() -> None:
    made, other, dan = club(), club("Another"), caller(STRANGER)
    _, claim = with_link(made)
    for club_id in (other.pk, "c-0", "", "\0"):
        with refused(NotFound, "person/no-such-link"):
            claim_person(club_id, dan, claim)


@pytest.mark.parametrize("fields", [{"is_guest": True}, {"is_active": False}])
def test_guests_claim_nothing(fields: dict[str, bool]) -> None:
    made, guest = club(), caller("Gil", **fields)
    _, claim = with_link(made)
    for by in (guest, Caller(), Caller(is_system=True)):
        with refused(Forbidden, "club/guest"):
            claim_person(made.pk, by, claim)
