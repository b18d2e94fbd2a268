"""The people of a club through the interface."""

from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.accounts.models import Account, OneTimeLink
from games.clock.site_time import use_clock
from tests.games.sample_tables import account, caller
from tests.tournaments.clubs.callers import call, call_with_token, code, make_strangers
from tests.tournaments.refusals import everything
from tests.tournaments.sample_clubs import PEOPLE, club, enrol, roles
from tournaments.clubs.models import Club
from tournaments.clubs.services.admission import join_club

pytestmark = pytest.mark.django_db


def names(response: Any) -> set[str]:
    return {shown["name"] for shown in response.json()["results"]}


def test_names_of_shy_members_are_for_members() -> None:
    made = club(is_public=True)
    make_strangers()
    account("Paul", is_private=True)
    account("Yuna", is_minor=True)
    for name in ("Paul", "Yuna"):
        enrol(made, name)
    for name in (*PEOPLE, "Paul", "Yuna"):
        assert names(call(name, "GET", f"clubs/{made.pk}/members")) == {*PEOPLE, "Paul", "Yuna"}
    for stranger in ("Dan", "Ole", "Gil", "Max", None):
        response = call(stranger, "GET", f"clubs/{made.pk}/members")
        assert names(response) == {*PEOPLE}
        assert "paul" not in response.content.decode().lower()
        assert "yuna" not in response.content.decode().lower()


def test_members_are_listed_page_by_page() -> None:
    made, moment = club(), datetime(2027, 1, 1, tzinfo=UTC)
    for day, name in enumerate(("Ada", "Bob", "Cleo")):
        with use_clock(lambda day=day: moment + timedelta(days=day)):  # type: ignore[misc]
            join_club(made.pk, caller(name), made.invite)
    shown, cursor = [], ""
    while cursor is not None:
        page = call("Mia", "GET", f"clubs/{made.pk}/members?limit=2&cursor={cursor}").json()
        shown += page["results"]
        cursor = page["next"]
    assert [member["handle"] for member in shown] == ["cleo", "bob", "ada", "mia", "sven", "otto", "olga"]
    assert shown[0] == {"handle": "cleo", "name": "Cleo", "role": "member", "joined_at": "2027-01-03T00:00:00Z"}


@pytest.mark.parametrize("key", ["abc", "-1", "9" * 30, "9" * 5000])
def test_a_cursor_of_something_else_breaks_nothing(key: str) -> None:
    made = club()
    cursor = urlsafe_b64encode(f"2027-01-01T00:00:00.000000Z|{key}".encode()).decode().rstrip("=")
    assert call("Mia", "GET", f"clubs/{made.pk}/members?cursor={cursor}").status_code in (200, 400)


def test_roles_are_given_and_shown() -> None:
    made = club()
    response = call("Otto", "PUT", f"clubs/{made.pk}/members/mia", {"role": "scorekeeper"})
    assert response.status_code == 200
    assert (response.json()["handle"], response.json()["role"]) == ("mia", "scorekeeper")
    assert roles(made)["Mia"] == "scorekeeper"


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        ({}, "request/missing-field"),
        ({"role": "member", "club": "c-1"}, "request/unknown-field"),
        ({"role": "king"}, "club/role"),
        ({"role": None}, "club/role"),
        ({"role": ["owner"]}, "club/role"),
    ],
)
def test_what_is_no_role_is_refused(said: Any, refusal: str) -> None:
    made = club()
    response = call("Olga", "PUT", f"clubs/{made.pk}/members/mia", said)
    assert (response.status_code, code(response)) == (400, refusal)
    assert roles(made) == PEOPLE


@pytest.mark.parametrize("handle", ["dan", "nobody", "%00", "%ED%A0%80", "x" * 3000])
def test_who_is_no_member_is_not_found(handle: str) -> None:
    made = club()
    account("Dan")
    for method, tail, body in (("PUT", "", {"role": "member"}), ("DELETE", "", {}), ("POST", "/password-link", {})):
        response = call("Olga", method, f"clubs/{made.pk}/members/{handle}{tail}", body)
        assert (response.status_code, code(response)) == (404, "club/no-such-member")


def test_the_last_owner_stays() -> None:
    made = club()
    for method, path, body in (
        ("POST", "leave", None),
        ("DELETE", "members/olga", None),
        ("PUT", "members/olga", {"role": "member"}),
    ):
        response = call("Olga", method, f"clubs/{made.pk}/{path}", body)
        assert (response.status_code, code(response)) == (409, "club/last-owner")
    assert call("Olga", "PUT", f"clubs/{made.pk}/members/mia", {"role": "owner"}).status_code == 200
    assert call("Olga", "POST", f"clubs/{made.pk}/leave").status_code == 204
    assert roles(made)["Mia"] == "owner"


def test_somebody_joins_by_the_link_until_it_is_made_anew() -> None:
    made = club()
    make_strangers()
    joined = call("Dan", "POST", f"clubs/{made.pk}/join", {"invite": made.invite})
    assert (joined.status_code, joined.json()["role"]) == (200, "member")
    fresh = call("Otto", "POST", f"clubs/{made.pk}/invite").json()["invite"]
    response = call("Ole", "POST", f"clubs/{made.pk}/join", {"invite": made.invite})
    assert (response.status_code, code(response)) == (404, "club/no-such-link")
    assert call("Ole", "POST", f"clubs/{made.pk}/join", {"invite": fresh}).status_code == 200


@pytest.mark.parametrize("invite", ["", "x", "a\0b", 7, ["x"], {"x": 1}, "x" * 10_000])
def test_without_the_link_nobody_joins_nor_learns_of_a_club(invite: Any) -> None:
    made = club()
    account("Dan")
    answers = [call("Dan", "POST", f"clubs/{pk}/join", {"invite": invite}) for pk in (made.pk, "c-0")]
    assert [response.status_code for response in answers] == [404, 404]
    assert answers[0].content == answers[1].content


def link_for(made: Club, name: str, by: str = "Otto") -> Any:
    return call(by, "POST", f"clubs/{made.pk}/members/{name.lower()}/password-link")


def vouched_club() -> Club:
    """A club of which an owner is on the staff of the site."""
    made = club()
    Account.objects.filter(username="olga").update(is_staff=True)
    return made


def test_a_club_that_nobody_vouches_for_lets_nobody_in() -> None:
    made = club()
    response = link_for(made, "Mia")
    assert (response.status_code, code(response)) == (403, "club/not-vouched-for")
    assert not OneTimeLink.objects.exists()


def test_nobody_of_the_staff_is_made_an_owner_unasked() -> None:
    made = club()
    enrol(made, "Lia")
    Account.objects.filter(username="lia").update(is_staff=True)
    response = call("Olga", "PUT", f"clubs/{made.pk}/members/lia", {"role": "owner"})
    assert (response.status_code, code(response)) == (403, "club/role-too-low")
    assert link_for(made, "Mia").status_code == 403


def test_a_member_gets_back_in_by_a_link_from_an_organiser() -> None:
    made = vouched_club()
    link = link_for(made, "Mia").json()["link"]
    assert link.startswith("http://testserver/")
    password = "seven green bricks"
    answer = Client().post(link, {"password1": password, "password2": password})
    assert answer.status_code == 302
    assert account("Mia").check_password(password)
    assert OneTimeLink.objects.get().made_by == account("Otto")


@pytest.mark.parametrize("fields", [{"email": "lia@example.org"}, {"is_staff": True}, {"is_active": False}])
def test_no_link_is_made_for_who_has_mail_or_power_or_is_locked_out(fields: dict[str, Any]) -> None:
    made = vouched_club()
    enrol(made, "Lia")
    type(account("Lia")).objects.filter(username="lia").update(**fields)
    assert link_for(made, "Lia").status_code == 403
    assert not OneTimeLink.objects.exists()


@pytest.mark.parametrize("name", ["Olga", "Otto", "Ole"])
def test_no_link_is_made_for_who_runs_a_club_be_it_another(name: str) -> None:
    made = vouched_club()
    make_strangers()
    enrol(made, "Ole")
    response = link_for(made, name)
    assert (response.status_code, code(response)) == (403, "link/not-for-them")
    assert not OneTimeLink.objects.exists()


def test_no_token_makes_a_link() -> None:
    made = club()
    before = everything()
    scopes = ["read", "play", "organise"]
    response = call_with_token("Olga", scopes, "POST", f"clubs/{made.pk}/members/mia/password-link")
    assert response.status_code == 403
    assert everything() == before
    assert not OneTimeLink.objects.exists()


def test_a_session_without_its_csrf_token_changes_nothing() -> None:
    made = club()
    browser = APIClient(enforce_csrf_checks=True)
    browser.force_login(account("Mia"))
    assert browser.post(f"/api/v1/clubs/{made.pk}/leave").status_code == 403
    assert roles(made) == PEOPLE
