"""Which clubs a viewer sees, and what of them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine.protocol import Json
from games.accounts.callers import Viewer
from games.clock.site_time import use_clock
from games.extension import role_in
from games.refusals import NotFound
from tests.games.sample_tables import account, caller
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import PEOPLE, STRANGER, club, enrol, viewer
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import about_club, as_seen, clubs_of, clubs_seen_by, role_of, see_club
from tournaments.clubs.services.clubs import create_club, delete_club
from tournaments.clubs.services.members import leave_club

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", [*PEOPLE, STRANGER, None])
def test_everybody_sees_a_public_club_and_what_they_are_in_it(name: str | None) -> None:
    made = club(is_public=True)
    seen = see_club(made.pk, viewer(name))
    assert (seen.club, seen.members, seen.role) == (made, 4, PEOPLE.get(name or ""))


def test_a_private_club_is_seen_by_its_members_and_by_auditors() -> None:
    made = club()
    for name in PEOPLE:
        assert see_club(made.pk, viewer(name)).role == PEOPLE[name]
    assert see_club(made.pk, viewer("Max", is_staff=True)).role is None
    stranger, guest = viewer(STRANGER), viewer("Gil", is_guest=True)
    for somebody in (stranger, guest, viewer(None), Viewer(invite=made.invite)):
        with refused(NotFound, "club/not-found"):
            see_club(made.pk, somebody)


@pytest.mark.parametrize("club_id", ["c-1", "", "\0", "\ud800", "c 1", None, 7, ["c"]])
def test_what_is_not_there_is_seen_by_nobody(club_id: Any) -> None:
    auditor = viewer("Max", is_staff=True)
    with refused(NotFound, "club/not-found"):
        see_club(club_id, auditor)


@pytest.mark.parametrize("is_public", [True, False])
def test_only_those_who_run_a_club_see_its_link(is_public: bool) -> None:
    made = club(is_public=is_public)
    invites = {name: shown(made, name).get("invite") for name in PEOPLE}
    assert invites == {"Olga": made.invite, "Otto": made.invite, "Sven": None, "Mia": None}
    strangers = {"Max": viewer("Max", is_staff=True), **({STRANGER: viewer(STRANGER)} if is_public else {})}
    for name in strangers:
        assert made.invite not in repr(shown(made, name))


def shown(made: Club, name: str) -> Json:
    return about_club(see_club(made.pk, viewer(name)))


def test_lists_hold_public_clubs_and_ones_own_newest_first() -> None:
    moment, made = datetime(2026, 11, 16, 9, tzinfo=UTC), {}
    for day, (name, is_public) in enumerate([("a", True), ("b", False), ("c", True), ("d", False)]):
        with use_clock(lambda day=day: moment + timedelta(days=day)):  # type: ignore[misc]
            made[name] = create_club(caller("Olga"), name, is_public=is_public)
    enrol(made["b"], "Mia")
    enrol(made["a"], "Mia")
    assert [seen.name for seen in clubs_seen_by(viewer("Olga"))] == ["d", "c", "b", "a"]
    assert [seen.name for seen in clubs_seen_by(viewer("Mia"))] == ["c", "b", "a"]
    assert [seen.name for seen in clubs_of(viewer("Mia"))] == ["b", "a"]
    for somebody in (viewer(STRANGER), viewer(None)):
        assert [seen.name for seen in clubs_seen_by(somebody)] == ["c", "a"]
        assert list(clubs_of(somebody)) == []


def test_a_page_of_clubs_costs_the_same_however_long(django_assert_num_queries: Any) -> None:
    clubs = [create_club(caller("Olga"), f"Club {number}") for number in range(5)]
    enrol(clubs[0], "Mia")
    mia = viewer("Mia")
    with django_assert_num_queries(3):
        seen = as_seen(clubs, mia)
    assert [(each.club, each.role, each.members) for each in seen] == [
        (clubs[0], "member", 2),
        *((each, None, 1) for each in clubs[1:]),
    ]


def test_games_ask_who_is_what(django_assert_num_queries: Any) -> None:
    made, other = club(), create_club(caller("Bob"), "Another")
    for name, role in PEOPLE.items():
        pk = account(name).pk
        with django_assert_num_queries(1):
            assert role_in(pk, made.pk) == role
        assert role_of(pk, other.pk) is None
    assert role_in(account(STRANGER).pk, made.pk) is None
    leave_club(made.pk, caller("Mia"))
    assert role_in(account("Mia").pk, made.pk) is None


def test_in_a_club_that_has_ended_nobody_is_anything() -> None:
    made = create_club(caller("Olga"), "Bricks")
    delete_club(made.pk, caller("Olga"))
    assert role_in(account("Olga").pk, made.pk) is None
