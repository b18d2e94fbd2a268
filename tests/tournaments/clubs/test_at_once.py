"""Things done to a club at the same moment: whatever the order, it has an owner and nobody is in it twice."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.accounts.erasure import erase_account
from games.accounts.models import Account
from tests.games.play.concurrency.crowd import at_once, codes
from tests.games.sample_tables import account, caller
from tests.tournaments.events.rounds.world import announced, settings
from tests.tournaments.sample_clubs import club, enrol, roles
from tournaments.clubs.models import Club, ClubPerson, JoinRequest, Membership
from tournaments.clubs.services.admission import (
    approve_request,
    ask_to_join,
    decline_request,
    join_club,
    rotate_invite,
    withdraw_request,
)
from tournaments.clubs.services.clubs import change_club, create_club, delete_club, leave_every_club
from tournaments.clubs.services.members import leave_club, remove_member, set_role
from tournaments.clubs.services.persons import add_person, claim_person, make_claim_link, remove_person
from tournaments.events.models import Entrant
from tournaments.events.services.entrants import enter

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
ROUNDS = 5


def owners(made: Club) -> list[str]:
    return [name for name, role in roles(made).items() if role == "owner"]


def demote(made: Club, by: str, name: str) -> Callable[[], Any]:
    return partial(set_role, made.pk, caller(by), name.lower(), "member")


def remove(made: Club, by: str, name: str) -> Callable[[], Any]:
    return partial(remove_member, made.pk, caller(by), name.lower())


@pytest.mark.parametrize(("deed", "code"), [(demote, "club/role-too-low"), (remove, "club/not-found")])
def test_two_owners_who_turn_on_each_other_leave_one(deed: Callable[..., Callable[[], Any]], code: str) -> None:
    for number in range(ROUNDS):
        made = club(f"Club {number}")
        enrol(made, "Ola", "owner")
        results = at_once(deed(made, "Olga", "Ola"), deed(made, "Ola", "Olga"))
        assert codes(results) == [code]
        assert len(owners(made)) == 1


def test_when_all_owners_step_down_or_leave_one_has_to_stay() -> None:
    for number in range(ROUNDS):
        made = club(f"Club {number}")
        for name in ("Ola", "Olaf", "Olive"):
            enrol(made, name, "owner")
        results = at_once(
            demote(made, "Olga", "Olga"),
            demote(made, "Ola", "Ola"),
            partial(leave_club, made.pk, caller("Olaf")),
            remove(made, "Olive", "Olive"),
        )
        assert codes(results) == ["club/last-owner"]
        assert len(owners(made)) == 1


def test_owners_whose_accounts_are_erased_at_once_leave_an_heir() -> None:
    for number in range(ROUNDS):
        made = club(f"Club {number}")
        enrol(made, "Ola", "owner")
        gone = [account(name).pk for name in ("Olga", "Ola", "Otto")]
        assert codes(at_once(*(partial(leave_every_club, pk) for pk in gone))) == []
        assert owners(made) in (["Sven"], ["Mia"])
        assert len(roles(made)) == 2


def test_two_who_share_clubs_are_erased_at_once_without_waiting_in_a_circle() -> None:
    made = [create_club(caller(("Olga", "Ola")[number % 2]), f"Club {number}") for number in range(6)]
    for each in made:
        for name in ("Olga", "Ola"):
            join_club(each.pk, caller(name), each.invite)
    gone = [account(name).pk for name in ("Olga", "Ola")]
    assert codes(at_once(*(partial(leave_every_club, pk) for pk in gone))) == []
    assert not Club.objects.exists()


def test_whoever_joins_many_times_at_once_is_in_the_club_once() -> None:
    made, dan = club(), caller("Dan")
    assert codes(at_once(*[partial(join_club, made.pk, dan, made.invite)] * 6)) == []
    assert Membership.objects.filter(club=made, account=dan.account).count() == 1


def test_of_many_who_want_one_name_one_gets_it() -> None:
    people = [caller(name) for name in ("Ada", "Bob", "Cleo", "Dan")]
    results = at_once(
        *(partial(create_club, by, name) for by, name in zip(people, ("a", "A", " a", "Ａ"), strict=True))
    )
    assert codes(results) == ["club/name-taken"] * 3
    assert Club.objects.count() == Membership.objects.count() == 1


def test_of_two_clubs_that_are_renamed_alike_one_is() -> None:
    one, two = create_club(caller("Ada"), "One"), create_club(caller("Bob"), "Two")
    results = at_once(
        partial(change_club, one.pk, caller("Ada"), {"name": "Bricks"}),
        partial(change_club, two.pk, caller("Bob"), {"name": "bricks"}),
    )
    assert codes(results) == ["club/name-taken"]
    assert Club.objects.filter(name_key="bricks").count() == 1


def test_joining_and_ending_a_club_at_once_one_of_them_happens() -> None:
    for number in range(ROUNDS):
        made, olga = create_club(caller("Olga"), f"Club {number}"), caller("Olga")
        results = at_once(partial(delete_club, made.pk, olga), partial(join_club, made.pk, caller("Dan"), made.invite))
        assert codes(results) in (["club/not-empty"], ["club/no-such-link"])
        assert Membership.objects.filter(club=made.pk).count() == (2 if Club.objects.filter(pk=made.pk) else 0)


def test_changing_a_club_and_its_link_at_once_loses_neither() -> None:
    for number in range(ROUNDS):
        made, olga = club(f"Club {number}"), caller("Olga")
        changed, fresh = at_once(
            partial(change_club, made.pk, olga, {"description": "New."}),
            partial(rotate_invite, made.pk, olga),
        )
        stored = Club.objects.get(pk=made.pk)
        assert (stored.description, stored.invite) == ("New.", fresh)
        assert stored == changed


def test_an_organiser_who_is_put_down_at_that_moment_rules_before_it_or_not_at_all() -> None:
    for number in range(ROUNDS):
        made = club(f"Club {number}")
        results = at_once(
            demote(made, "Olga", "Otto"),
            partial(set_role, made.pk, caller("Otto"), "mia", "scorekeeper"),
        )
        assert codes(results) in ([], ["club/role-too-low"])
        assert roles(made)["Mia"] == ("member" if codes(results) else "scorekeeper")
        assert roles(made)["Otto"] == "member"


def test_whoever_is_erased_at_that_moment_leaves_no_club_without_owner() -> None:
    for number in range(ROUNDS):
        made, name = create_club(caller("Olga"), f"Club {number}"), f"Ada{number}"
        gone = account(name)
        results = at_once(
            partial(erase_account, gone),
            partial(create_club, caller(name), f"Her club {number}"),
            partial(join_club, made.pk, caller(name), made.invite),
        )
        assert set(codes(results)) <= {"club/guest"}
        assert not Account.objects.filter(pk=gone.pk).exists()
        assert roles(made) == {"Olga": "owner"}
        assert not Club.objects.filter(name=f"Her club {number}").exists()


def by_approval(number: int) -> Club:
    """A club for which Dan waits."""
    made = club(f"Club {number}", is_public=True)
    change_club(made.pk, caller("Olga"), {"admission": "approval"})
    ask_to_join(made.pk, caller("Dan"))
    return made


def test_whoever_is_approved_twice_at_once_is_a_member_once() -> None:
    for number in range(ROUNDS):
        made = by_approval(number)
        both = at_once(*(partial(approve_request, made.pk, caller(by), "dan") for by in ("Olga", "Otto")))
        assert codes(both) == []
        assert Membership.objects.filter(club=made, account=account("Dan")).count() == 1
        assert not JoinRequest.objects.filter(club=made).exists()


def test_of_approving_declining_and_withdrawing_at_once_one_happens() -> None:
    for number in range(ROUNDS):
        made = by_approval(number)
        results = at_once(
            partial(approve_request, made.pk, caller("Olga"), "dan"),
            partial(decline_request, made.pk, caller("Otto"), "dan"),
            partial(withdraw_request, made.pk, caller("Dan")),
        )
        assert codes(results) == ["club/no-such-request"] * 2
        assert not JoinRequest.objects.filter(club=made).exists()


def test_whoever_asks_many_times_at_once_waits_once() -> None:
    made, dan = by_approval(0), caller("Dan")
    withdraw_request(made.pk, dan)
    assert codes(at_once(*[partial(ask_to_join, made.pk, dan)] * 4)) == []
    assert JoinRequest.objects.filter(club=made).count() == 1


def person_with_link(made: Club) -> tuple[ClubPerson, str]:
    person = add_person(made.pk, caller("Olga"), "Piet")
    return person, make_claim_link(made.pk, caller("Olga"), person.pk)


def test_of_many_who_claim_a_name_at_once_one_gets_it() -> None:
    for number in range(ROUNDS):
        made = club(f"Club {number}")
        person, claim = person_with_link(made)
        tournament = announced(settings(), persons=[person.pk], of=made)
        names = ("Ada", "Bob", "Cleo")
        results = at_once(*(partial(claim_person, made.pk, caller(name), claim) for name in names))
        assert codes(results) == ["person/no-such-link"] * 2
        person.refresh_from_db()
        [entrant] = Entrant.objects.filter(tournament=tournament)
        assert entrant.account == person.account is not None
        assert len(roles(made)) == 5


def test_whoever_enters_and_claims_at_once_takes_part_once() -> None:
    for number in range(ROUNDS):
        made, dan = club(f"Club {number}", is_public=True), caller("Dan")
        person, claim = person_with_link(made)
        tournament = announced(settings(), persons=[person.pk], of=made)
        results = at_once(partial(claim_person, made.pk, dan, claim), partial(enter, tournament, dan, f"c-{number}"))
        own = Entrant.objects.filter(tournament=tournament, account=dan.account)
        assert own.count() == 1
        assert codes(results) in ([], ["person/entered-twice"])
        assert Entrant.objects.filter(tournament=tournament).count() == 1 + len(codes(results))


def test_a_person_who_is_claimed_and_removed_at_once_is_gone_or_somebodys() -> None:
    for number in range(ROUNDS):
        made = club(f"Club {number}")
        person, claim = person_with_link(made)
        results = at_once(
            partial(claim_person, made.pk, caller("Dan"), claim),
            partial(remove_person, made.pk, caller("Olga"), person.pk),
        )
        assert codes(results) in ([], ["person/no-such-link"])
        assert not ClubPerson.objects.filter(pk=person.pk).exists()
        assert ("Dan" in roles(made)) == (codes(results) == [])
