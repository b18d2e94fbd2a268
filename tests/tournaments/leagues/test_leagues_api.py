"""Leagues through the interface."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.clock.site_time import use_clock
from tests.tournaments.clubs.callers import call, call_with_token, code, make_strangers
from tests.tournaments.leagues.seasons import NOW, RULES, crowd, drafted, league
from tests.tournaments.sample_clubs import club
from tournaments.leagues.models import League, Season

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def on_a_monday() -> Iterator[None]:
    """It is the first of March 2027."""
    with use_clock(lambda: NOW):
        yield


def test_a_league_is_made_changed_and_listed() -> None:
    founded = club(is_public=True)
    made = call("Otto", "POST", f"clubs/{founded.pk}/leagues", {"name": "Winter", "rules": RULES})
    assert made.status_code == 201
    said = made.json()
    assert (said["name"], said["club"], said["rules"]["size"], said["seasons"]) == ("Winter", founded.pk, 4, [])
    path = f"leagues/{said['id']}"
    changed = call("Olga", "PATCH", path, {"rules": {**RULES, "size": 5}}).json()
    assert (changed["name"], changed["rules"]["size"]) == ("Winter", 5)
    listed = f"clubs/{founded.pk}/leagues"
    assert [one["name"] for one in call("Otto", "GET", listed).json()["results"]] == ["Winter"]
    assert call("Mia", "GET", listed).json()["results"] == []
    assert call_with_token("Otto", ["organise"], "PATCH", path, {"name": "Summer"}).json()["name"] == "Summer"
    assert call_with_token("Otto", ["read"], "PATCH", path, {"name": "Winter"}).status_code == 403


def test_a_season_from_the_draft_to_the_tables() -> None:
    founded = club(is_public=True, time_zone="Europe/Berlin")
    crowd(founded, 6)
    path = f"leagues/{league(founded).pk}/seasons"
    season = call("Otto", "POST", path, {"starts_on": "2027-03-22", "is_from_last": False})
    assert season.status_code == 201
    assert (season.json()["number"], season.json()["status"], season.json()["starts_on"]) == (1, "draft", "2027-03-23")
    assert call("Otto", "POST", f"{path}/1/players/all").json() == {"added": 10}
    draft = call("Otto", "POST", f"{path}/1/players", {"division": 1, "bot": "greedy"}).json()
    [first, second] = [division["draft"] for division in draft["divisions"]]
    assert [len(first), len(second)] == [5, 6]
    assert (first[-1]["kind"], first[-1]["handle"], first[-1]["came"]) == ("bot", None, "new")
    moved = call("Otto", "PATCH", f"{path}/1/players/{first[-1]['id']}", {"division": 2, "position": 1}).json()
    assert moved["divisions"][1]["draft"][0]["kind"] == "bot"
    assert call("Otto", "DELETE", f"{path}/1/players/{first[-1]['id']}").status_code == 204
    assert call("Otto", "PATCH", f"{path}/1", {"starts_on": "2027-04-01"}).json()["starts_on"] == "2027-04-06"
    published = call("Otto", "POST", f"{path}/1/publish")
    assert published.status_code == 200
    seen = call(None, "GET", f"{path}/1").json()
    assert (seen["status"], seen["rules"]["size"]) == ("running", 4)
    assert [len(division["table"]) for division in seen["divisions"]] == [4, 6]
    row = seen["divisions"][0]["table"][0]
    assert (row["points"], row["played"], row["way"]) == (0, 0, "stays")
    assert {one["way"] for one in seen["divisions"][0]["table"]} == {"stays", "down"}
    assert seen["divisions"][0]["unit"] == 12
    assert code(call("Otto", "POST", f"{path}/1/finish")) == "league/season-not-over"
    assert code(call("Otto", "DELETE", f"{path}/1")) == "league/not-a-draft"


def test_a_draft_is_dropped() -> None:
    made = league()
    drafted(made, ["mia"])
    assert call("Otto", "DELETE", f"leagues/{made.pk}/seasons/1").status_code == 204
    assert not Season.objects.exists()


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "refusal"),
    [
        ("PATCH", "", {"name": 7}, 400, "league/name"),
        ("PATCH", "", {"colour": "red"}, 400, "request/unknown-field"),
        ("PATCH", "", {"rules": []}, 400, "league/rules"),
        ("PATCH", "", {"rules": {"days": 9}}, 422, "league/rounds-overlap"),
        ("POST", "/seasons", {"starts_on": "soon"}, 400, "league/no-day"),
        ("POST", "/seasons", {"is_from_last": "yes"}, 400, "league/from-last"),
        ("POST", "/seasons", {}, 409, "league/draft-exists"),
        ("PATCH", "/seasons/1", {"starts_on": "2020-01-01"}, 422, "league/day"),
        ("PATCH", "/seasons/1", {}, 400, "request/missing-field"),
        ("GET", "/seasons/9", None, 404, "league/no-such-season"),
        ("GET", f"/seasons/{10**12}", None, 404, "league/no-such-season"),
        ("POST", "/seasons/1/players", {"division": 1}, 400, "league/player"),
        ("POST", "/seasons/1/players", {"division": 7, "handle": "otto"}, 400, "league/no-such-division"),
        ("PATCH", f"/seasons/1/players/{10**20}", {"division": 1}, 404, "league/no-such-assignment"),
        ("POST", "/seasons/1/publish", None, 422, "league/division-too-small"),
    ],
)
def test_what_cannot_be_is_refused(method: str, path: str, body: Any, status: int, refusal: str) -> None:
    made = league()
    drafted(made, ["mia"])
    response = call("Olga", method, f"leagues/{made.pk}{path}", body)
    assert (response.status_code, code(response)) == (status, refusal)


def test_a_league_of_a_private_club_does_not_exist_for_strangers() -> None:
    made = league()
    make_strangers()
    drafted(made, ["mia", "sven"])
    for name in ("Dan", "Ole", "Gil", None):
        assert code(call(name, "GET", f"leagues/{made.pk}")) == "league/not-found"
    for name in ("Mia", "Sven"):
        assert code(call(name, "GET", f"leagues/{made.pk}")) == "league/not-found"
        assert code(call(name, "PATCH", f"leagues/{made.pk}", {"name": "Mine"})) == "club/role-too-low"
    assert League.objects.get().name == "Winter League"
