"""Joining by the link, making the link anew, and leaving."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.accounts.callers import Caller
from games.clock.site_time import use_clock
from games.refusals import Conflict, Forbidden, NotFound
from tests.games.sample_tables import caller
from tests.tournaments.refusals import refused
from tests.tournaments.sample_clubs import PEOPLE, STRANGER, club, roles
from tournaments.clubs.models import Membership
from tournaments.clubs.services.admission import join_club, rotate_invite
from tournaments.clubs.services.clubs import create_club
from tournaments.clubs.services.members import leave_club, set_role

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("is_public", [True, False])
def test_whoever_has_the_link_becomes_a_member(is_public: bool) -> None:
    made, moment = club(is_public=is_public), datetime(2026, 11, 17, 9, tzinfo=UTC)
    with use_clock(lambda: moment):
        membership = join_club(made.pk, caller(STRANGER), made.invite)
    assert Membership.objects.get(pk=membership.pk).joined_at == moment
    assert roles(made) == {**PEOPLE, STRANGER: "member"}


@pytest.mark.parametrize("name", list(PEOPLE))
def test_whoever_joins_again_stays_what_they_are(name: str) -> None:
    made = club()
    before = Membership.objects.get(account__display_name=name)
    with use_clock(lambda: datetime.now(UTC) + timedelta(days=1)):
        assert join_club(made.pk, caller(name), made.invite) == before
    assert Membership.objects.get(pk=before.pk).joined_at == before.joined_at
    assert roles(made) == PEOPLE


@pytest.mark.parametrize("fields", [{"is_guest": True}, {"is_active": False}])
def test_a_guest_joins_no_club(fields: dict[str, bool]) -> None:
    made, guest = club(), caller("Gil", **fields)
    for by in (guest, guest._replace(is_guest=False), Caller(), Caller(is_system=True)):
        with refused(Forbidden, "club/guest"):
            join_club(made.pk, by, made.invite)


@pytest.mark.parametrize("invite", ["", "x", "\0", "\ud800", "ä", "x" * 10_000, 7, ["x"]])
@pytest.mark.parametrize("is_public", [True, False])
def test_without_the_link_nobody_joins(invite: Any, is_public: bool) -> None:
    made, dan = club(is_public=is_public), caller(STRANGER)
    with refused(NotFound, "club/no-such-link"):
        join_club(made.pk, dan, invite)


@pytest.mark.parametrize("club_id", ["c-1", "", "\0", None, 7])
def test_a_link_opens_its_own_club_only_and_tells_nothing_of_others(club_id: Any) -> None:
    made, other, dan = club(), create_club(caller("Bob"), "Another"), caller(STRANGER)
    with refused(NotFound, "club/no-such-link"):
        join_club(club_id, dan, made.invite)
    with refused(NotFound, "club/no-such-link"):
        join_club(other.pk, dan, made.invite)


@pytest.mark.parametrize("name", ["Olga", "Otto"])
def test_those_who_run_a_club_make_the_link_anew_and_the_old_one_ends(name: str) -> None:
    made, dan = club(), caller(STRANGER)
    fresh = rotate_invite(made.pk, caller(name))
    assert fresh != made.invite
    with refused(NotFound, "club/no-such-link"):
        join_club(made.pk, dan, made.invite)
    join_club(made.pk, dan, fresh)
    assert roles(made)[STRANGER] == "member"


def test_nobody_else_makes_it_anew() -> None:
    made, people = club(), {name: caller(name) for name in ("Sven", "Mia", STRANGER)}
    for name in ("Sven", "Mia"):
        with refused(Forbidden, "club/role-too-low"):
            rotate_invite(made.pk, people[name])
    with refused(NotFound, "club/not-found"):
        rotate_invite(made.pk, people[STRANGER])


@pytest.mark.parametrize("name", ["Otto", "Sven", "Mia"])
def test_whoever_is_not_the_only_owner_leaves_at_will(name: str) -> None:
    made = club()
    leave_club(made.pk, caller(name))
    assert roles(made) == {other: role for other, role in PEOPLE.items() if other != name}


def test_the_last_owner_leaves_only_after_handing_over() -> None:
    made, olga = club(), caller("Olga")
    with refused(Conflict, "club/last-owner"):
        leave_club(made.pk, olga)
    set_role(made.pk, olga, "mia", "owner")
    leave_club(made.pk, olga)
    assert roles(made) == {"Otto": "organiser", "Sven": "scorekeeper", "Mia": "owner"}


def test_a_lonely_owner_cannot_leave_either() -> None:
    made, olga = create_club(caller("Olga"), "Bricks"), caller("Olga")
    with refused(Conflict, "club/last-owner"):
        leave_club(made.pk, olga)


@pytest.mark.parametrize("is_public", [True, False])
def test_a_stranger_has_nothing_to_leave(is_public: bool) -> None:
    made, dan = club(is_public=is_public), caller(STRANGER)
    with refused(*((Forbidden, "club/not-member") if is_public else (NotFound, "club/not-found"))):
        leave_club(made.pk, dan)
