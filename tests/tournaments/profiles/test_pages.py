"""Ratings and results on profiles, the page with every change, and downloads."""

import csv
import io
from collections.abc import Iterator

import pytest
from django.test import Client

from games.clock.site_time import use_clock
from tests.games.accounts.browsers import browser
from tests.games.sample_tables import account
from tests.tournaments.profiles.results import count_in, day, ended_game
from tests.web.markup import Page, page_of
from tournaments.profiles import selectors
from tournaments.ratings.models import LedgerEntry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def today() -> Iterator[None]:
    """Some weeks after the first matches."""
    with use_clock(lambda: day(60)):
        yield


def play(many: int = 3, **card: str) -> list[str]:
    """Ada beats Bob and Cleo every day, and loses the last game."""
    games = [ended_game(day(number), {"Ada": 1, "Bob": 2, "Cleo": 3}, **card) for number in range(many)]
    matches = [(day(number), game, {"Ada": 1, "Bob": 2, "Cleo": 3}) for number, game in enumerate(games)]
    lost = ended_game(day(50), {"Ada": 2, "Bob": 1}, **card)
    count_in("standard", [*matches, (day(50), lost, {"Ada": 2, "Bob": 1})])
    return [*games, lost]


def look(path: str, client: Client | None = None) -> Page:
    """A page that must be there."""
    answer = (client or browser()).get(path)
    assert answer.status_code == 200, answer.content.decode()
    return page_of(answer)


def ledger(path: str, client: Client | None = None) -> list[dict[str, str]]:
    """The rows of a table to take away, by their headings."""
    answer = (client or browser()).get(path)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_a_profile_shows_ratings_graph_form_opponents_and_achievements() -> None:
    play()
    page = look("/players/ada/")
    for words in ("4 rated games", "provisional", "give or take", "Lost", "Won", "Place 1 of 3", "First win", "Bob"):
        assert words in page.text, words
    assert len(page.all("svg")) >= 1
    assert len([mark for mark in page.all("circle") if mark.get("class") == "graph-mark"]) == 4
    assert page.skips_a_heading_level() is False
    assert not page.values("style")
    ids = page.values("id")
    assert len(ids) == len(set(ids))


def test_somebody_who_was_never_rated_has_a_friendly_profile() -> None:
    account("Ada")
    assert "No rated games yet." in look("/players/ada/").text
    assert "it comes with your first rated game" in look("/players/ada/", browser(account("Ada"))).text


def test_a_guest_has_no_ratings() -> None:
    account("Gil", is_guest=True)
    assert "Ratings" not in look("/players/gil/").text


def test_a_range_narrows_the_graph_down() -> None:
    play()
    marks = [len(look(f"/players/ada/?range={name}").all("circle")) for name in ("all", "month", "nonsense")]
    assert marks == [4, 2, 4], "where it stood at the beginning of the month, and the last"


def test_of_many_matches_the_words_say_how_many_the_table_has(monkeypatch: pytest.MonkeyPatch) -> None:
    play(9)
    assert "The table below has every game." in look("/players/ada/").text
    monkeypatch.setattr(selectors, "MOST_POINTS", 4)
    assert "The table below has one of every 3 games, and these." in look("/players/ada/").text


def test_the_viewer_is_told_how_they_have_done_against_them() -> None:
    play()
    bob = look("/players/ada/", browser(account("Bob"))).text
    assert "You against Ada" in bob
    assert "4 games at the same table: 1 ahead, 0 level, 3 behind." in bob
    assert "You against" not in look("/players/ada/").text
    assert "You against" not in look("/players/ada/", browser(account("Ada"))).text


def test_every_change_stands_on_its_own_page_with_a_link_to_the_game() -> None:
    games = play()
    page = look("/players/ada/ratings/?variant=standard")
    links = [link["href"] for link in page.all("a") if link["href"].startswith("/games/g-")]
    assert links == [f"/games/{game}/" for game in reversed(games)]
    assert "from 1500 to" in page.text


def test_private_games_are_shown_without_link_or_opponents() -> None:
    games = play(visibility="private")
    for path in ("/players/ada/", "/players/ada/ratings/", "/players/ada/ratings.csv", "/players/ada/ratings.json"):
        html = browser().get(path).content.decode()
        assert "Bob" not in html
        assert not any(game in html for game in games), path
    assert "A private game" in look("/players/ada/ratings/").text
    assert games[0] in browser(account("Cleo")).get("/players/ada/ratings/").content.decode()


def test_pages_go_on_where_the_one_before_has_ended() -> None:
    games = play(25)
    first = look("/players/ada/ratings/")
    [older] = [link["href"] for link in first.all("a") if link.get("rel") == "next"]
    second = look(older)
    shown = [link["href"] for page in (first, second) for link in page.all("a") if link["href"].startswith("/games/g-")]
    assert shown == [f"/games/{game}/" for game in reversed(games)]
    assert not second.all("circle"), "the graph is on the first page"


def test_what_is_taken_away_is_what_is_shown() -> None:
    games = play()
    rows = ledger("/players/ada/ratings.csv?variant=standard")
    assert [row["Game"] for row in rows] == games[::-1]
    assert rows[-1]["Rating before"] == "1500"
    assert (rows[0]["Place"], rows[0]["Players"], rows[0]["Opponents"]) == ("2", "2", "Bob")
    answer = browser().get("/players/ada/ratings.json?variant=standard")
    assert [change["game"] for change in answer.json()["changes"]] == games[::-1]
    assert "attachment" in answer["Content-Disposition"]


def test_names_in_a_download_are_no_formulas() -> None:
    play()
    bob = account("Bob")
    bob.display_name = '=HYPERLINK("x")'
    bob.save()
    assert ledger("/players/ada/ratings.csv")[0]["Opponents"] == """'=HYPERLINK("x")"""


def test_a_private_profile_keeps_its_ratings_to_itself() -> None:
    play()
    ada, paths = account("Ada"), ("/players/ada/ratings/", "/players/ada/ratings.csv", "/players/ada/ratings.json")
    ada.is_private = True
    ada.save()
    for path in paths:
        assert browser().get(path).status_code == browser(account("Dan")).get(path).status_code == 404
        assert browser(ada).get(path).status_code == browser(account("Bob")).get(path).status_code == 200


def test_a_kind_of_games_without_ratings_is_not_there() -> None:
    account("Ada")
    for path in ("/players/ada/ratings/", "/players/ada/ratings.csv", "/players/ada/ratings.json"):
        assert browser().get(f"{path}?variant=solo").status_code == 404
    assert browser().get("/players/ada/ratings/?cursor=nonsense").status_code == 400
    assert "No rated games of this kind yet." in look("/players/ada/ratings/?variant=duel").text


def test_a_ledger_that_is_made_anew_does_not_move_pages() -> None:
    play(25)
    first = look("/players/ada/ratings/")
    [older] = [link["href"] for link in first.all("a") if link.get("rel") == "next"]
    before = look(older).text
    entries = list(LedgerEntry.objects.order_by("pk"))
    LedgerEntry.objects.all().delete()
    for entry in reversed(entries):
        entry.pk = None
        entry.save()
    assert look(older).text == before
