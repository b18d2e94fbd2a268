"""Founding clubs, changing what is said of them, and ending them."""

from datetime import UTC, datetime
from typing import Any

import pytest

from engine.errors import Malformed
from games.accounts.callers import Caller
from games.clock.site_time import use_clock
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.sample_tables import account, caller
from tests.tournaments.events.rounds.world import announced, settings
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import PEOPLE, STRANGER, club, roles
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.services.clubs import change_club, create_club, delete_club
from tournaments.clubs.services.members import leave_club

pytestmark = pytest.mark.django_db


def test_whoever_founds_a_club_owns_it() -> None:
    moment = datetime(2026, 11, 16, 9, tzinfo=UTC)
    with use_clock(lambda: moment):
        made = create_club(caller("Olga"), "The Bricklayers", "We meet on Mondays.", True, "Europe/Berlin")
    stored = Club.objects.get()
    assert stored == made
    assert made.pk.startswith("c-")
    assert (stored.name, stored.description) == ("The Bricklayers", "We meet on Mondays.")
    assert (stored.is_public, stored.time_zone, stored.created_at) == (True, "Europe/Berlin", moment)
    [owner] = Membership.objects.all()
    assert (owner.account, owner.club, owner.role, owner.joined_at) == (account("Olga"), made, "owner", moment)


def test_a_club_is_private_and_keeps_no_zone_of_its_own_unless_said() -> None:
    made = create_club(caller("Olga"), "The Bricklayers")
    assert (made.is_public, made.time_zone, made.description) == (False, "UTC", "")


def test_ids_and_links_are_different_every_time() -> None:
    one, two = (create_club(caller("Olga"), name) for name in ("One", "Two"))
    assert one.pk != two.pk
    assert one.invite != two.invite


@pytest.mark.parametrize(
    "by", [Caller(), Caller(bot_seat=0), Caller(is_system=True), Caller(10**9), Caller(10**9, is_staff=True)]
)
def test_nobody_founds_no_club(by: Caller) -> None:
    with refused(Forbidden, "club/guest"):
        create_club(by, "The Bricklayers")


@pytest.mark.parametrize("fields", [{"is_guest": True}, {"is_active": False}])
def test_only_people_who_can_come_back_found_one(fields: dict[str, bool]) -> None:
    guest = caller("Gil", **fields)
    with refused(Forbidden, "club/guest"):
        create_club(guest, "The Bricklayers")


def test_what_a_caller_says_of_being_no_guest_is_not_believed() -> None:
    guest = caller("Gil", is_guest=True)
    with refused(Forbidden, "club/guest"):
        create_club(guest._replace(is_guest=False), "The Bricklayers")


@pytest.mark.parametrize(
    "name", ["", "  ", "...", "a" * 61, "a\0b", "a\x1bb", "a\u202eb", "\u115f", "a\u3164", "\ud800a", 7, ["a"], {}]
)
def test_what_is_no_name_is_refused(name: Any) -> None:
    olga = caller("Olga")
    with refused(Malformed, "club/name"):
        create_club(olga, name)


@pytest.mark.parametrize(
    ("written", "shown"), [("  The \n Bricklayers ", "The Bricklayers"), ("Cafe\u0301", "Café"), ("積木 7", "積木 7")]
)
def test_a_name_is_kept_in_one_line(written: str, shown: str) -> None:
    assert create_club(caller("Olga"), written).name == shown


@pytest.mark.parametrize("longest", ["a" * 60, "ﷺ" * 60, "ΐ" * 60])
def test_a_name_of_full_length_can_be_stored_and_compared(longest: str) -> None:
    create_club(caller("Olga"), longest)
    bob = caller("Bob")
    with refused(Conflict, "club/name-taken"):
        create_club(bob, longest)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bricks", "bricks"),
        ("Bricks", " BRICKS "),
        ("Äpfel", "äPFEL"),
        ("Straße", "STRASSE"),
        ("Café", "Cafe\u0301"),
        ("Bricks 1", "Bricks １"),
        ("Клуб", "КЛУБ"),
    ],
)
def test_no_two_clubs_have_the_same_name_however_written(one: str, other: str) -> None:
    create_club(caller("Olga"), one)
    second, bob = create_club(caller("Bob"), "Another"), caller("Bob")
    with refused(Conflict, "club/name-taken"):
        create_club(bob, other)
    with refused(Conflict, "club/name-taken"):
        change_club(second.pk, bob, {"name": other})


def test_a_club_can_change_how_its_own_name_is_written() -> None:
    made = create_club(caller("Olga"), "bricks")
    assert change_club(made.pk, caller("Olga"), {"name": "Bricks"}).name == "Bricks"


@pytest.mark.parametrize("description", ["a" * 2001, "a\0b", "a\x1bb", "\ud800", 7, ["a"]])
def test_what_is_no_description_is_refused(description: Any) -> None:
    olga = caller("Olga")
    with refused(Malformed, "club/description"):
        create_club(olga, "The Bricklayers", description)


def test_a_description_may_have_lines() -> None:
    assert create_club(caller("Olga"), "Bricks", " Mondays,\r\nand Tuesdays. ").description == "Mondays,\nand Tuesdays."


@pytest.mark.parametrize("zone", ["", "Berlin", "europe/berlin", "../etc/passwd", "\0", 1, ["UTC"], "UTC\n"])
def test_what_is_no_time_zone_is_refused(zone: Any) -> None:
    olga = caller("Olga")
    with refused(Malformed, "club/time-zone"):
        create_club(olga, "The Bricklayers", time_zone=zone)


@pytest.mark.parametrize("is_public", [0, 1, "true", []])
def test_a_club_is_public_or_not(is_public: Any) -> None:
    olga = caller("Olga")
    with refused(Malformed, "club/is-public"):
        create_club(olga, "The Bricklayers", is_public=is_public)


@pytest.mark.parametrize("name", ["Olga", "Otto"])
def test_those_who_run_a_club_say_what_it_is(name: str) -> None:
    made = club()
    change_club(made.pk, caller(name), {"name": "Tilers", "description": "New.", "time_zone": "Asia/Tokyo"})
    stored = Club.objects.get()
    assert (stored.name, stored.description, stored.time_zone) == ("Tilers", "New.", "Asia/Tokyo")
    assert (stored.is_public, stored.invite) == (made.is_public, made.invite)


def test_what_is_not_said_stays() -> None:
    made = club(description="Old.")
    change_club(made.pk, caller("Olga"), {"name": "Tilers"})
    change_club(made.pk, caller("Olga"), {})
    stored = Club.objects.get()
    assert (stored.name, stored.description) == ("Tilers", "Old.")


def test_only_an_owner_lets_strangers_see_a_club() -> None:
    made, otto = club(), caller("Otto")
    with refused(Forbidden, "club/role-too-low"):
        change_club(made.pk, otto, {"name": "Tilers", "is_public": True})
    change_club(made.pk, otto, {"name": "Tilers", "is_public": False})
    assert change_club(made.pk, caller("Olga"), {"is_public": True}).is_public


@pytest.mark.parametrize("name", ["Sven", "Mia"])
def test_other_members_change_and_end_nothing(name: str) -> None:
    made, somebody = club(), caller(name)
    with refused(Forbidden, "club/role-too-low"):
        change_club(made.pk, somebody, {"name": "Tilers"})
    with refused(Forbidden, "club/role-too-low"):
        delete_club(made.pk, somebody)


@pytest.mark.parametrize("is_public", [True, False])
def test_strangers_do_neither_and_learn_of_no_private_club(is_public: bool) -> None:
    made, dan = club(is_public=is_public), caller(STRANGER)
    sort, code = (Forbidden, "club/not-member") if is_public else (NotFound, "club/not-found")
    for by in (dan, Caller(), Caller(is_system=True)):
        with refused(sort, code):
            change_club(made.pk, by, {"name": "Tilers"})
        with refused(sort, code):
            delete_club(made.pk, by)


@pytest.mark.parametrize("club_id", ["c-1", "", "\0", "\ud800", "c 1", None, 7, ["c"]])
def test_what_is_no_club_is_not_found(club_id: Any) -> None:
    olga = caller("Olga")
    with refused(NotFound, "club/not-found"):
        change_club(club_id, olga, {})
    with refused(NotFound, "club/not-found"):
        delete_club(club_id, olga)


def test_a_club_ends_only_when_its_owner_is_alone() -> None:
    made, olga = club(), caller("Olga")
    with refused(Conflict, "club/not-empty"):
        delete_club(made.pk, olga)
    for name in PEOPLE.keys() - {"Olga"}:
        leave_club(made.pk, caller(name))
    assert roles(made) == {"Olga": "owner"}
    delete_club(made.pk, olga)
    assert not Club.objects.exists()
    assert not Membership.objects.exists()


def test_a_club_with_tournaments_is_kept() -> None:
    made, olga = create_club(caller("Olga"), "Bricks"), caller("Olga")
    announced(settings(), of=made)
    with refused(Conflict, "club/has-tournaments"):
        delete_club(made.pk, olga)


def test_the_name_of_a_club_that_has_ended_is_free_again() -> None:
    delete_club(create_club(caller("Olga"), "Bricks").pk, caller("Olga"))
    assert create_club(caller("Bob"), "Bricks")
