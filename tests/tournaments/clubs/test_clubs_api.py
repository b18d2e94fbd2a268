"""Lists of clubs, new ones and one of them, through the interface."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.clock.site_time import use_clock
from tests.games.sample_tables import account, caller
from tests.tournaments.clubs.callers import call, call_with_token, code
from tests.tournaments.refusals import everything
from tests.tournaments.sample_clubs import PEOPLE, club, enrol
from tournaments.clubs.models import Club
from tournaments.clubs.services.clubs import create_club

pytestmark = pytest.mark.django_db
MOMENT = datetime(2026, 11, 16, 9, tzinfo=UTC)


def test_a_club_is_founded_and_shown_as_it_is() -> None:
    said = {"name": "Bricks", "description": "Mondays.", "is_public": True, "time_zone": "Europe/Berlin"}
    said["admission"] = "approval"
    with use_clock(lambda: MOMENT):
        response = call("Olga", "POST", "clubs", said)
    made = Club.objects.get()
    shown = {
        **said,
        "id": made.pk,
        "created_at": "2026-11-16T09:00:00Z",
        "members": 1,
        "role": "owner",
        "has_asked": False,
    }
    assert response.status_code == 201
    assert response.json() == {**shown, "invite": made.invite}
    assert call("Olga", "GET", f"clubs/{made.pk}").json() == response.json()
    assert call(None, "GET", f"clubs/{made.pk}").json() == {**shown, "role": None}


def test_the_link_is_shown_to_those_who_run_the_club_only() -> None:
    made = club(is_public=True)
    for name in (*PEOPLE, "Dan", None):
        for path in ("clubs", f"clubs/{made.pk}"):
            assert (made.invite in call(name, "GET", path).content.decode()) == (name in ("Olga", "Otto"))


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        ({}, "request/missing-field"),
        ({"name": "Bricks", "owner": "bob"}, "request/unknown-field"),
        ({"name": "Bricks", "id": "c-1"}, "request/unknown-field"),
        ({"name": None}, "club/name"),
        ({"name": "x" * 61}, "club/name"),
        ({"name": ["Bricks"]}, "club/name"),
        ({"name": "a\0b"}, "club/name"),
        ({"name": "Bricks", "description": None}, "club/description"),
        ({"name": "Bricks", "description": "a\0b"}, "club/description"),
        ({"name": "Bricks", "is_public": "yes"}, "club/is-public"),
        ({"name": "Bricks", "time_zone": "Mars"}, "club/time-zone"),
        ({"name": "Bricks", "admission": "bribes"}, "club/admission"),
    ],
)
def test_what_cannot_be_said_of_a_club_is_refused(said: Any, refusal: str) -> None:
    account("Olga")
    response = call("Olga", "POST", "clubs", said)
    assert (response.status_code, code(response)) == (400, refusal)
    assert not Club.objects.exists()


def test_a_name_that_is_taken_is_a_conflict() -> None:
    made = club("Bricks")
    create_club(caller("Dan"), "Tiles")
    for method, path in (("POST", "clubs"), ("PATCH", f"clubs/{made.pk}")):
        response = call("Olga", method, path, {"name": "tiles"})
        assert (response.status_code, code(response)) == (409, "club/name-taken")


def test_a_club_is_changed_as_far_as_something_is_said() -> None:
    made = club("Bricks", description="Old.")
    response = call("Otto", "PATCH", f"clubs/{made.pk}", {"name": "Tiles"})
    assert (response.json()["name"], response.json()["description"]) == ("Tiles", "Old.")
    assert call("Olga", "PATCH", f"clubs/{made.pk}", {"is_public": True}).json()["is_public"] is True
    assert call("Olga", "PATCH", f"clubs/{made.pk}", {}).json()["name"] == "Tiles"


@pytest.mark.parametrize("said", [{"name": None}, {"is_public": None}, {"invite": "x"}, {"created_at": "x"}])
def test_what_cannot_be_changed_is_refused(said: Any) -> None:
    made = club()
    before = everything()
    assert call("Olga", "PATCH", f"clubs/{made.pk}", said).status_code == 400
    assert everything() == before


def test_an_organiser_does_not_publish_a_club() -> None:
    made = club()
    response = call("Otto", "PATCH", f"clubs/{made.pk}", {"is_public": True})
    assert (response.status_code, code(response)) == (403, "club/role-too-low")


def test_an_owner_alone_ends_a_club() -> None:
    made = create_club(caller("Olga"), "Bricks")
    assert call("Olga", "DELETE", f"clubs/{made.pk}").status_code == 204
    assert call("Olga", "GET", f"clubs/{made.pk}").status_code == 404


def many_clubs() -> None:
    """Five clubs, one a day, of which every second is public and the first two are Mia's as well."""
    for day in range(5):
        with use_clock(lambda day=day: MOMENT + timedelta(days=day)):  # type: ignore[misc]
            made = create_club(caller("Olga"), f"Club {day}", is_public=day % 2 == 0)
            if day < 2:
                enrol(made, "Mia")


def names(response: Any) -> list[str]:
    return [shown["name"] for shown in response.json()["results"]]


def test_lists_hold_what_one_may_see() -> None:
    many_clubs()
    account("Dan")
    assert names(call("Olga", "GET", "clubs")) == [f"Club {day}" for day in (4, 3, 2, 1, 0)]
    assert names(call("Mia", "GET", "clubs")) == [f"Club {day}" for day in (4, 2, 1, 0)]
    assert names(call("Mia", "GET", "clubs?mine=1")) == ["Club 1", "Club 0"]
    assert names(call("Mia", "GET", "clubs?mine=0")) == names(call("Mia", "GET", "clubs"))
    assert names(call("Dan", "GET", "clubs?mine=1")) == []
    assert names(call("Dan", "GET", "clubs")) == names(call(None, "GET", "clubs")) == ["Club 4", "Club 2", "Club 0"]
    assert call(None, "GET", "clubs?mine=1").status_code == 401
    roles = {
        shown["name"]: (shown["role"], shown["members"]) for shown in call("Mia", "GET", "clubs").json()["results"]
    }
    assert roles == {"Club 4": (None, 1), "Club 2": (None, 1), "Club 1": ("member", 2), "Club 0": ("member", 2)}


def test_pages_follow_each_other_while_clubs_are_founded() -> None:
    many_clubs()
    first = call("Olga", "GET", "clubs?limit=2").json()
    with use_clock(lambda: MOMENT + timedelta(days=9)):
        create_club(caller("Olga"), "Newest")
    second = call("Olga", "GET", f"clubs?limit=2&cursor={first['next']}").json()
    third = call("Olga", "GET", f"clubs?limit=2&cursor={second['next']}").json()
    shown = [each["name"] for page in (first, second, third) for each in page["results"]]
    assert shown == [f"Club {day}" for day in (4, 3, 2, 1, 0)]
    assert third["next"] is None


@pytest.mark.parametrize("query", ["mine=2", "mine=yes", "limit=0", "limit=x", "cursor=x", "cursor=%00", "cursor=ÿ"])
def test_a_list_that_cannot_be_understood_is_refused(query: str) -> None:
    account("Olga")
    assert call("Olga", "GET", f"clubs?{query}").status_code == 400


@pytest.mark.parametrize("scopes", [["read"], ["play"], ["read", "play"]])
def test_a_token_runs_clubs_only_if_it_may(scopes: list[str]) -> None:
    made = club()
    refused = call_with_token("Olga", scopes, "PATCH", f"clubs/{made.pk}", {"name": "Tiles"})
    assert refused.status_code == 403
    allowed = call_with_token("Olga", ["organise"], "PATCH", f"clubs/{made.pk}", {"name": "Tiles"})
    assert (allowed.status_code, allowed.json()["name"]) == (200, "Tiles")


def test_a_token_reads_only_if_it_may() -> None:
    made = club()
    assert call_with_token("Mia", ["read"], "GET", f"clubs/{made.pk}").status_code == 200
    assert call_with_token("Mia", ["play", "organise"], "GET", f"clubs/{made.pk}").status_code == 403
