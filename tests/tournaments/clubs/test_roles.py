"""Who gives and takes which role; the tables below are written by hand, not computed by the rules under test."""

from itertools import product
from typing import Any

import pytest

from engine.errors import Malformed
from games.extension import ROLES
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.sample_tables import account, caller
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import PEOPLE, STRANGER, club, enrol, roles
from tournaments.clubs.services.members import remove_member, set_role

pytestmark = pytest.mark.django_db

SECOND = {"owner": "Ola", "organiser": "Ossi", "scorekeeper": "Sara", "member": "Max"}
"""One more of each role, to whom something is done."""
LED = ("scorekeeper", "member")
ALLOWED = {
    *((("owner"), before, after) for before, after in product(ROLES, ROLES)),
    *((("organiser"), before, after) for before, after in product(LED, LED)),
}
"""By whom, what somebody else was, what they become."""
STEPS_DOWN = {
    ("owner", "organiser"),
    ("owner", "scorekeeper"),
    ("owner", "member"),
    ("organiser", "scorekeeper"),
    ("organiser", "member"),
    ("scorekeeper", "member"),
}


def who(role: str) -> str:
    return next(name for name, own in PEOPLE.items() if own == role)


@pytest.mark.parametrize(("own", "before", "after"), list(product(ROLES, ROLES, ROLES)))
def test_who_sets_which_role(own: str, before: str, after: str) -> None:
    made, by, target = club(), caller(who(own)), SECOND[before]
    enrol(made, target, before)
    if (own, before, after) in ALLOWED:
        assert set_role(made.pk, by, target.lower(), after).role == after
        assert roles(made) == {**PEOPLE, target: after}
    else:
        with refused(Forbidden, "club/role-too-low"):
            set_role(made.pk, by, target.lower(), after)


@pytest.mark.parametrize(("before", "after"), list(product(ROLES, ROLES)))
def test_everybody_may_step_down_and_nobody_raises_themselves(before: str, after: str) -> None:
    made, name = club(), SECOND[before]
    enrol(made, name, before)
    if (before, after) in STEPS_DOWN or before == after:
        set_role(made.pk, caller(name), name.lower(), after)
        assert roles(made)[name] == after
    else:
        somebody = caller(name)
        with refused(Forbidden, "club/role-too-low"):
            set_role(made.pk, somebody, name.lower(), after)


@pytest.mark.parametrize(("own", "role"), list(product(ROLES, ROLES)))
def test_who_removes_whom(own: str, role: str) -> None:
    made, by, target = club(), caller(who(own)), SECOND[role]
    enrol(made, target, role)
    if own == "owner" or (own == "organiser" and role in LED):
        remove_member(made.pk, by, target.lower())
        assert roles(made) == PEOPLE
    else:
        with refused(Forbidden, "club/role-too-low"):
            remove_member(made.pk, by, target.lower())


@pytest.mark.parametrize("name", ["Otto", "Sven", "Mia"])
def test_whoever_removes_themselves_leaves(name: str) -> None:
    made = club()
    remove_member(made.pk, caller(name), name.lower())
    assert name not in roles(made)


def test_the_last_owner_stays_one() -> None:
    made, olga = club(), caller("Olga")
    for role in ("organiser", "scorekeeper", "member"):
        with refused(Conflict, "club/last-owner"):
            set_role(made.pk, olga, "olga", role)
    with refused(Conflict, "club/last-owner"):
        remove_member(made.pk, olga, "olga")
    set_role(made.pk, olga, "olga", "owner")
    assert roles(made) == PEOPLE


def test_owners_may_end_the_ownership_of_each_other_but_not_of_the_last() -> None:
    made, olga, ola = club(), caller("Olga"), caller("Ola")
    enrol(made, "Ola", "owner")
    set_role(made.pk, ola, "olga", "member")
    with refused(Conflict, "club/last-owner"):
        set_role(made.pk, ola, "ola", "organiser")
    with refused(Forbidden, "club/role-too-low"):
        set_role(made.pk, olga, "ola", "member")


@pytest.mark.parametrize("role", ["", "Owner", "admin", "\0", None, 7, ["owner"], {"owner": 1}])
def test_what_is_no_role_is_refused(role: Any) -> None:
    made, olga = club(), caller("Olga")
    with refused(Malformed, "club/role"):
        set_role(made.pk, olga, "mia", role)


@pytest.mark.parametrize("username", ["dan", "nobody", "", "\0", "\ud800", "x" * 10_000, None, 7, ["mia"]])
def test_only_members_have_roles(username: Any) -> None:
    account(STRANGER)
    made, olga = club(), caller("Olga")
    with refused(NotFound, "club/no-such-member"):
        set_role(made.pk, olga, username, "member")
    with refused(NotFound, "club/no-such-member"):
        remove_member(made.pk, olga, username)


@pytest.mark.parametrize("is_public", [True, False])
@pytest.mark.parametrize("is_staff", [True, False])
def test_strangers_and_staff_touch_nobody(is_public: bool, is_staff: bool) -> None:
    made, somebody = club(is_public=is_public), caller(STRANGER, is_staff=is_staff)
    is_known = is_public or is_staff
    sort, code = (Forbidden, "club/not-member") if is_known else (NotFound, "club/not-found")
    with refused(sort, code):
        set_role(made.pk, somebody, "mia", "owner")
    with refused(sort, code):
        remove_member(made.pk, somebody, "mia")


def test_the_owner_of_another_club_is_a_stranger() -> None:
    made, bob = club(), caller("Bob")
    other = club("Another")
    enrol(other, "Bob", "owner")
    with refused(NotFound, "club/not-found"):
        set_role(made.pk, bob, "mia", "owner")
