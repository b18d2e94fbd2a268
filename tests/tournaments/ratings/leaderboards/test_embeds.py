"""What other sites show: their frames a lean page, their scripts data; nothing but what everybody may see."""

from typing import Any

import pytest
from django.test import Client
from rest_framework.settings import api_settings

from games.accounts.models import Account
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account
from tests.tournaments.events.rounds.world import FIRST, announced, pass_time, settings
from tests.tournaments.ratings.leaderboards.rows import player, player_id, put
from tests.tournaments.sample_clubs import club
from tests.web.markup import page_of
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

BOARD = "/embed/leaderboards/standard/"
DATA = "/embed/leaderboards/standard.json"


def member(name: str) -> Client:
    client = Client()
    client.force_login(account(name))
    return client


def begun(watch: Watch, **changes: Any) -> str:
    """A tournament with a first result: one of three has a bye."""
    tournament = announced(settings(**changes), "Ada", "Bob", "Cleo")
    pass_time(watch, FIRST)
    return tournament


@pytest.mark.parametrize(
    "path", [BOARD, "/embed/leaderboards/chess/", f"{BOARD}?period=x", "/embed/tournaments/t-1/standings/"]
)
def test_any_site_may_frame_it_and_it_may_do_nothing(path: str) -> None:
    answer = Client().get(path)
    policy = answer["Content-Security-Policy"]
    assert policy == "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *"
    assert "X-Frame-Options" not in answer
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "Access-Control-Allow-Origin" not in answer
    page = page_of(answer)
    assert not page.all("script")
    assert not page.values("style")
    assert len(page.all("h1")) == 1


@pytest.mark.parametrize("path", ["/", "/leaderboards/", "/api/v1/leaderboards/standard"])
def test_nothing_else_may_be_framed_or_read_from_elsewhere(path: str) -> None:
    answer = Client().get(path)
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert "Access-Control-Allow-Origin" not in answer


@pytest.mark.parametrize("path", [DATA, "/embed/leaderboards/chess.json", "/embed/tournaments/t-1/standings.json"])
def test_scripts_of_any_site_may_read_the_data(path: str) -> None:
    answer = Client().get(path, headers={"Origin": "https://club.example"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert answer["Content-Type"] == "application/json"
    assert Client().post(path).status_code == 405


def test_it_shows_the_same_to_everybody_without_looking_who_it_is() -> None:
    put({player("Pia", is_private=True): 1600, player("Tim", is_minor=True): 1550, player("Ada"): 1500})
    pia = member("Pia")
    for path in (BOARD, DATA):
        theirs, anybodys = pia.get(path), Client().get(path)
        assert theirs.content == anybodys.content
        assert b"Pia" not in theirs.content
        assert b"Tim" not in theirs.content
        assert b"Ada" in theirs.content
        assert not theirs.cookies
        assert theirs["Cache-Control"] == "public, max-age=60"
        assert theirs["Vary"] == anybodys["Vary"] == "Accept-Language"


@pytest.mark.parametrize("path", [BOARD, DATA, "/embed/leaderboards/chess.json"])
def test_no_cookie_has_a_say_in_it(path: str) -> None:
    put({player("Ada", language="fr", time_zone="Asia/Tokyo"): 1500})
    told = member("Ada")
    told.cookies["django_language"], told.cookies["time-zone"] = "de", "Asia/Tokyo"
    theirs, anybodys = told.get(path), Client().get(path)
    assert theirs.content == anybodys.content
    assert (theirs["Content-Language"], "Cookie" in theirs["Vary"]) == ("en", False)


@pytest.mark.parametrize("path", ["/embed/leaderboards/chess/", "/embed/leaderboards/chess.json", f"{BOARD}?rows=1000"])
def test_no_cache_keeps_what_is_refused(path: str) -> None:
    answer = Client().get(path)
    assert answer.status_code >= 400
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", [BOARD, DATA])
def test_whoever_asks_too_often_is_told_when_to_come_back_and_nobody_else_is(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for scope in ("looks", "looks-anon"):
        monkeypatch.setitem(api_settings.DEFAULT_THROTTLE_RATES, scope, "1/h")
    Client().get(path)
    answer = Client().get(path)
    assert (answer.status_code, answer["Cache-Control"]) == (429, "no-store")
    assert 0 < int(answer["Retry-After"]) <= 3600


def test_its_links_leave_the_frame_for_this_site() -> None:
    put({player("Ada"): 1500})
    links = page_of(Client().get(f"{BOARD}?period=all")).all("a")
    assert {(link["target"], link["rel"]) for link in links} == {("_blank", "noopener")}
    assert {link["href"] for link in links} == {
        "http://testserver/players/ada/",
        "http://testserver/leaderboards/?variant=standard",
    }


def test_it_shows_as_many_rows_as_the_address_says() -> None:
    put({player_id(10_000 + number): 1400 + number for number in range(30)})
    assert len(page_of(Client().get(BOARD)).all("tr")) == 1 + 10
    assert len(page_of(Client().get(f"{BOARD}?rows=25")).all("tr")) == 1 + 25
    told = Client().get(f"{DATA}?rows=3").json()
    assert [row["place"] for row in told["rows"]] == [1, 2, 3]
    assert (told["players"], told["period"], told["of"]) == (30, "all", "all")
    assert Client().get(f"{BOARD}?rows=1000").status_code == 400


@pytest.mark.parametrize(("said", "language"), [("?language=de", "de"), ("?language=xx", "fr"), ("", "fr")])
def test_it_speaks_the_language_of_the_address_or_of_the_browser(said: str, language: str) -> None:
    client = Client(headers={"Accept-Language": "fr-CH, en;q=0.5"})
    client.cookies["django_language"] = "es"
    answer = client.get(BOARD + said)
    assert page_of(answer).all("html")[0]["lang"] == answer["Content-Language"] == language


def test_it_is_light_or_dark_as_the_address_says() -> None:
    themes = {
        said: page_of(Client().get(BOARD + said)).all("html")[0].get("data-theme") for said in ("", "?theme=dark")
    }
    assert themes == {"": None, "?theme=dark": "dark"}
    assert "data-theme" not in page_of(Client().get(f"{BOARD}?theme=x")).all("html")[0]


def test_a_public_club_can_be_embedded_and_a_hidden_one_is_not_there() -> None:
    shown, hidden = club(is_public=True), club("The Night Bricklayers")
    put({player("Mia"): 1600, player("Dan"): 1500})
    page = page_of(Client().get(f"{BOARD}?club={shown.pk}"))
    assert "Mia" in page.text
    assert "Dan" not in page.text
    for path in (BOARD, DATA):
        assert member("Mia").get(f"{path}?club={hidden.pk}").status_code == 404


def test_the_standings_of_a_public_tournament_are_there(watch: Watch) -> None:
    tournament = begun(watch)
    Account.objects.filter(username="bob").update(is_private=True)
    page = page_of(Client().get(f"/embed/tournaments/{tournament}/standings/"))
    for words in ("Bricks for all", "Running · Round 1 of 2", "Ada", "Cleo", "A private player"):
        assert words in page.text, words
    assert "Bob" not in page.text
    told = Client().get(f"/embed/tournaments/{tournament}/standings.json").json()
    assert {row["name"] for row in told["standings"]} == {"Ada", "Cleo", None}
    whole = page_of(Client().get(f"/tournaments/{tournament}/"))
    [snippet] = [field["value"] for field in whole.all("input") if field.get("id") == "embed"]
    assert f"http://testserver/embed/tournaments/{tournament}/standings/" in snippet


def test_those_of_a_private_tournament_are_not_whoever_asks(watch: Watch) -> None:
    tournament = begun(watch)
    Tournament.objects.filter(pk=tournament).update(is_public=False)
    invite = Tournament.objects.get(pk=tournament).invite
    for form in ("/", ".json"):
        path = f"/embed/tournaments/{tournament}/standings{form}"
        for client in (Client(), member("Ada"), member("Olga")):
            assert client.get(path, {"invite": invite}).status_code == 404
    assert "Embed this" not in page_of(member("Olga").get(f"/tournaments/{tournament}/")).text


def test_before_the_first_result_it_says_so() -> None:
    tournament = announced(settings(), "Ada", "Bob")
    assert "No results yet." in page_of(Client().get(f"/embed/tournaments/{tournament}/standings/")).text
