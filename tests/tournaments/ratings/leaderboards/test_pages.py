"""The pages of leaderboards: filters by links, the viewer pinned, friendly where nothing is there."""

from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from tests.games.sample_tables import account
from tests.tournaments.ratings.leaderboards.rows import player, player_id, put
from tests.tournaments.sample_clubs import club, enrol
from tests.web.markup import Page, page_of

pytestmark = pytest.mark.django_db

BOARD = "/leaderboards/"


def look(path: str, name: str | None = None, **said: str) -> Page:
    client = Client()
    if name is not None:
        client.force_login(account(name))
    answer = client.get(path, said)
    assert answer.status_code == 200
    return page_of(answer)


def many() -> None:
    """A hundred and twenty others, with ratings from 1400 up."""
    put({player_id(10_000 + number): 1400 + number for number in range(120)})


def test_it_shows_everybody_without_logging_in() -> None:
    put({player("Ada"): 1600, player("Pia", is_private=True): 1500}, games=4)
    page = look(BOARD)
    for words in ("Ratings: Standard", "All time", "2 players", "Ada", "1600 ± 90", "A private player", "provisional"):
        assert words in page.text, words
    assert "Pia" not in page.text
    assert "/players/ada/" in page.values("href")
    assert "Log in to see your own place." in page.text


def test_every_link_of_the_filters_leads_to_a_board_of_its_own() -> None:
    page = look(BOARD, variant="solo")
    queries = {address for address in page.values("href") if address.startswith("?")}
    assert len(queries) == 2 + 4 + 5 + 5 - 3, "the current board stands in all four lists"
    client = Client()
    assert {client.get(BOARD + query).status_code for query in queries} == {200}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"variant": "duplicate", "period": "season", "of": "2026-q3"}, "Quarter 3 of 2026"),
        ({"variant": "duel", "period": "month", "of": "2026-10"}, "October 2026"),
        ({"variant": "duel", "period": "week", "of": "2026-w02"}, "Week 2 of 2026"),
        ({"variant": "solo", "level": "2", "period": "day", "of": "2026-02-03"}, "3 February 2026"),
    ],
)
def test_an_earlier_period_is_called_by_its_name(said: dict[str, str], words: str) -> None:
    for pool in ("duplicate", "duel", "solo/2"):
        put({player("Ada"): 100}, pool=f"brikks/{pool}", period="2025-12-31")
    page = look(BOARD, **said)
    assert words in page.text
    assert {link["rel"] for link in page.all("a") if "rel" in link} >= {"prev", "next"}


@pytest.mark.parametrize(
    ("kind", "of", "is_linked"),
    [
        ("season", "2026-q2", True),
        ("season", "2026-q1", False),
        ("month", "2026-04", True),
        ("month", "2026-03", False),
        ("week", "2026-w11", True),
        ("week", "2026-w09", False),
        ("day", "2026-03-02", True),
        ("day", "2026-03-01", False),
    ],
)
def test_nothing_leads_to_periods_before_the_first_place(kind: str, of: str, is_linked: bool) -> None:
    put({player("Ada"): 1500}, period="2026-03-15")
    put({player("Ada"): 1500}, period="2026-w11")
    put({player("Ada"): 1500}, period="all")
    page = look(BOARD, variant="standard", period=kind, of=of)
    assert ("prev" in page.values("rel")) is is_linked
    empty = look(BOARD, variant="duel", period=kind, of=of)
    assert "prev" not in empty.values("rel"), "nobody ever had a place there"


def test_whoever_is_not_on_the_page_is_pinned_with_those_around() -> None:
    many()
    put({player("Ada"): 1410})
    page = look(BOARD, "Ada")
    assert "Place 110 of 121, with a rating of 1410 ± 90." in page.text
    assert "Around you" in page.text
    assert len(page.all("table")) == 2
    [more] = [link["href"] for link in page.all("a") if link.get("rel") == "next"]
    second = look(f"{BOARD}{more}", "Ada")
    assert "To the top" in second.text
    [last] = [link["href"] for link in second.all("a") if link.get("rel") == "next"]
    third = look(f"{BOARD}{last}", "Ada")
    assert "Around you" not in third.text
    assert len([row for row in third.all("tr") if row.get("class") == "is-own"]) == 1
    assert len(third.all("tr")) == 1 + 21


@pytest.mark.parametrize(
    ("games", "words"), [(0, "3 more rated games, and you"), (2, "1 more rated game, and you have a place here.")]
)
def test_whoever_has_no_place_is_told_what_is_missing(games: int, words: str) -> None:
    if games:
        put({player("Ada"): 1500}, games=games, is_listed=False)
    assert words in look(BOARD, "Ada").text
    assert "You had no place in this period." in look(BOARD, "Ada", period="month", of="2026-01").text


def test_a_guest_is_told_nothing_of_a_place() -> None:
    account("Gus", is_guest=True)
    assert "you have a place" not in look(BOARD, "Gus").text


def test_an_empty_board_says_how_to_get_on_it() -> None:
    page = look(BOARD, period="week")
    assert "Nobody has a place here yet. It takes 2 rated games: be the first." in page.text
    assert "/play/" in page.values("href")


def test_solo_scores_stand_with_their_titles() -> None:
    put({player("Ada"): 151, player("Bob"): 60}, pool="brikks/solo", deviation=None, games=5)
    page = look(BOARD, variant="solo")
    for words in ("Best solo scores: All levels", "Brikks-Master 2000!!!", "You can do more!", "151"):
        assert words in page.text
    assert "provisional" not in page.text.partition("Each player")[0]
    assert "±" not in page.text


def test_a_period_says_what_has_changed() -> None:
    put({player("Ada"): 1600}, pool="brikks/duel", period="2026-10", before=1550)
    put({player("Bob"): 1500}, pool="brikks/duel", period="2026-10", before=None)
    page = look(BOARD, variant="duel", period="month", of="2026-10")
    assert "+50" in page.text
    assert "new" in page.text


@pytest.mark.parametrize(
    ("said", "status"),
    [({"variant": "chess"}, 404), ({"period": "year"}, 400), ({"cursor": "x"}, 400), ({"level": "2"}, 400)],
)
def test_what_is_not_there_is_refused_in_a_sentence(said: dict[str, str], status: int) -> None:
    assert Client().get(BOARD, said).status_code == status


def test_the_board_of_a_hidden_club_is_there_for_its_members_only() -> None:
    made = club()
    put({player("Mia"): 1600, player("Dan"): 1700})
    path = f"/clubs/{made.pk}/leaderboards/"
    page = look(path, "Olga")
    assert "Mia" in page.text
    assert "Dan" not in page.text
    assert "Embed this" not in page.text
    for name in (None, "Dan"):
        client = Client()
        if name:
            client.force_login(account(name))
        assert client.get(path).status_code == 404
    enrol(made, "Dan")
    assert "Place 1 of 2" in look(path, "Dan").text


def test_a_stranger_is_promised_no_place_in_a_club() -> None:
    made = club(is_public=True)
    page = look(f"/clubs/{made.pk}/leaderboards/", "Dan")
    assert "place here" not in page.text.replace("Nobody of the club has a place here yet.", "")


def test_it_can_be_embedded_as_it_is_shown() -> None:
    made = club(is_public=True)
    page = look(f"/clubs/{made.pk}/leaderboards/", None, variant="solo", level="3", period="week")
    [snippet] = [field["value"] for field in page.all("input") if field.get("id") == "embed"]
    address = f"http://testserver/embed/leaderboards/solo/?level=3&period=week&club={made.pk}"
    assert snippet.startswith(f'<iframe src="{escape(address)}"') or f'src="{address}"' in snippet
    assert Client().get(address).status_code == 200


def test_the_navigation_and_the_club_lead_there(client: Client) -> None:
    made = club(is_public=True)
    page: Any = page_of(client.get(f"/clubs/{made.pk}/"))
    assert {BOARD, f"/clubs/{made.pk}/leaderboards/"} <= set(page.values("href"))


def test_an_empty_board_of_the_past_invites_nobody_to_be_the_first() -> None:
    page = look(BOARD, period="month", of="2026-01")
    assert "Nobody had a place in this period." in page.text
    assert "be the first" not in page.text
    assert "All time" in page.text
