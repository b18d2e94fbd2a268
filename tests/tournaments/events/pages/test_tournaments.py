"""The list of tournaments and the page of one: who finds what on them, and what comes next."""

import re

import pytest

from tests.games.accounts.browsers import browser
from tests.games.clock.watch import Watch
from tests.games.sample_tables import account, caller, command
from tests.tournaments.events.rounds.world import (
    announced,
    duplicate,
    game_of,
    pass_time,
    play_bots,
    play_together,
    row,
    settings,
    sit_down,
)
from tests.tournaments.sample_clubs import club
from tests.web.markup import FOR_A_PART, page_of
from tournaments.events.services.entrants import withdraw
from tournaments.events.services.schedule import start_early
from tournaments.events.services.tournaments import create_tournament
from tournaments.events.views import tournaments as pages

pytestmark = pytest.mark.django_db


def test_the_list_shows_ones_own_tournaments_first_and_no_drafts(watch: Watch) -> None:
    mine, other = announced(settings(), "Mia"), announced(settings(), "Ada", "Bob")
    draft = create_tournament(row(mine).club_id, caller("Olga"), command(), "Not yet", settings()).tournament
    page = page_of(browser(account("Mia")).get("/tournaments/"))
    links = [link for link in page.values("href") if link.startswith("/tournaments/t-")]
    assert links == [f"/tournaments/{mine}/", f"/tournaments/{other}/"]
    assert "Your tournaments" in page.text
    assert "Not yet" not in page_of(browser(account("Olga")).get("/tournaments/")).text
    assert browser(account("Olga")).get(f"/tournaments/{draft}/").status_code == 200
    assert browser(account("Mia")).get(f"/tournaments/{draft}/").status_code == 404


def test_without_any_it_says_where_they_come_from() -> None:
    assert "No tournament is announced right now." in page_of(browser().get("/tournaments/")).text


def test_those_who_run_a_club_find_the_way_to_a_new_one() -> None:
    run = club()
    for name, is_offered in (("Olga", True), ("Otto", True), ("Mia", False)):
        page = page_of(browser(account(name)).get("/tournaments/"))
        assert (f"/clubs/{run.pk}/tournaments/new/" in page.values("href")) == is_offered, name


def test_a_page_says_what_is_agreed_on_who_is_in_and_when_it_begins(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob")
    withdraw(tournament, caller("Bob"), command())
    page = page_of(browser().get(f"/tournaments/{tournament}/"))
    assert "Swiss system, 2 rounds" in page.text
    assert "It begins" in page.text
    assert "1 player " in page.text
    assert "Bob" not in page.text
    assert "Organise" not in page.text
    assert "Tournaments are for people with an account." in page.text


def test_players_find_their_game_and_others_watch(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob", robots=2)
    pass_time(watch, 2 * 3600)
    own = page_of(browser(account("Ada")).get(f"/tournaments/{tournament}/"))
    assert "You play with" in own.text
    assert "Round 1 closes" in own.text
    outside = page_of(browser().get(f"/tournaments/{tournament}/"))
    assert "You play with" not in outside.text
    assert outside.text.count("Watch") == 2


def test_a_game_that_is_over_leads_back_to_its_tournament(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob")
    pass_time(watch, 2 * 3600)
    sit_down(tournament, "Ada", "Bob")
    game = game_of(tournament, "Ada")
    assert f"/tournaments/{tournament}/" not in page_of(browser(account("Ada")).get(f"/games/{game}/")).values("href")
    play_together(tournament, "Ada", "Bob")
    page = page_of(browser(account("Ada")).get(f"/games/{game}/"))
    assert f"/tournaments/{tournament}/" in page.values("href")
    assert "Play again" not in page.text


def test_standings_explain_their_tie_breaks(watch: Watch) -> None:
    tournament = announced(settings(tie_breaks=["buchholz", "total", "lots"]), robots=3)
    pass_time(watch, 2 * 3600)
    play_bots(tournament)
    text = page_of(browser().get(f"/tournaments/{tournament}/")).text
    assert "Buchholz" in text
    assert re.search(r"Round 1 against Random \(bot\) \d: [01]\b", text)
    part = browser().get(f"/tournaments/{tournament}/live/", headers=FOR_A_PART)
    assert part.status_code == 200
    assert b"<html" not in part.content


def test_of_a_round_with_the_same_dice_nobody_sees_more_than_their_own_game(watch: Watch) -> None:
    tournament = announced(duplicate(), "Ada", "Bob")
    pass_time(watch, 2 * 3600)
    sit_down(tournament, "Ada", "Bob")
    for name in ("Ada", "Olga", "Dan"):
        seen = browser(account(name))
        pages = [seen.get(f"/tournaments/{tournament}/{what}") for what in ("", "rounds/1/", "crosstable/", "log/")]
        games = [link for page in pages for link in page_of(page).values("href") if link.startswith("/games/g-")]
        assert len(set(games)) == (1 if name == "Ada" else 0)
        assert "Nothing of these games is shown before the round closes." in page_of(pages[0]).text
        assert "Standings" not in page_of(pages[0]).text


def test_the_home_page_says_what_comes_next(watch: Watch) -> None:
    tournament = announced(settings(), "Ada", "Bob")
    start_early(tournament, caller("Olga"), command())
    pass_time(watch, 1)
    page = page_of(browser(account("Ada")).get("/"))
    assert "Your next rounds" in page.text
    assert "Round 1 closes" in page.text
    assert "Your next rounds" not in page_of(browser(account("Dan")).get("/")).text


def test_members_find_them_on_the_page_of_their_club(watch: Watch) -> None:
    founded = club(is_public=True)
    tournament = announced(settings(), of=founded)
    page = page_of(browser().get(f"/clubs/{founded.pk}/"))
    assert f"/tournaments/{tournament}/" in page.values("href")


@pytest.mark.parametrize("decides", [True, False])
def test_the_lot_is_shown_only_where_it_decides(watch: Watch, monkeypatch: pytest.MonkeyPatch, decides: bool) -> None:
    tournament = announced(settings(tie_breaks=["total", "lots"]), robots=3)
    pass_time(watch, 2 * 3600)
    play_bots(tournament)
    monkeypatch.setattr(
        pages,
        "lots_that_decide",
        lambda ranked: {ranked[0].entrant: (1, 2), ranked[1].entrant: (2, 2)} if decides else {},
    )
    page = page_of(browser().get(f"/tournaments/{tournament}/"))
    assert [head.get("class") for head in page.all("th")].count("lot") == decides
    assert [cell.get("class") for cell in page.all("td")].count("lot soft") == 3 * decides
