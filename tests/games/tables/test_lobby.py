"""Home, and lists of games."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts.callers import ANYBODY, caller_of
from games.play.cards import see_card
from games.play.creation import create_game
from games.play.models import SeatResult
from games.play.setup import HIDDEN, PRIVATE, Setup
from tests.games.accounts.browsers import browser, person
from tests.games.reserved import kept_deal, kept_table
from tests.games.sample_tables import PEOPLE, account, addition, command, move, open_table, play_out, play_until, table
from tests.web.markup import FOR_A_PART, page_of

pytestmark = pytest.mark.django_db


def links_on(client: Client, path: str) -> list[str]:
    """The games to which a page leads, in order and each once."""
    found = [href.split("/")[2] for href in page_of(client.get(path)).values("href") if href.startswith("/games/g-")]
    return list(dict.fromkeys(found))


def test_an_empty_site_is_friendly() -> None:
    text = page_of(browser().get("/")).text
    assert "No table is open right now." in text
    assert "Nobody is playing in public right now." in text
    assert "Your games" not in text
    assert "Nothing is waiting for you." in page_of(browser(person("Ada")).get("/")).text


def test_ones_own_games_come_first_and_those_that_wait_before_the_others() -> None:
    waiting, idle, other = table(), table(), open_table_of("Eve")
    play_until(waiting, lambda fold: 0 in fold.awaited)
    play_until(idle, lambda fold: 0 not in fold.awaited)
    client = browser(account("Ada"))
    assert links_on(client, "/")[:3] == [waiting, idle, other]
    text = page_of(client.get("/")).text
    assert "Your turn" in text
    assert "Others are deciding" in text


def open_table_of(name: str) -> str:
    """A game that somebody has created and nobody has joined."""
    return create_game(Setup("duel", [1, 1], [{"kind": "person"}] * 2), caller_of(account(name)), command()).game


def test_a_table_that_one_has_set_up_is_ones_own_even_without_a_seat() -> None:
    game = open_table()
    assert "Your games" in page_of(browser(account("Ada")).get("/")).text
    assert links_on(browser(account("Ada")), "/") == [game]
    assert "No table is open right now." in page_of(browser(account("Ada")).get("/")).text


def test_open_tables_are_there_for_everybody_else() -> None:
    game = open_table()
    open_table(visibility=PRIVATE)
    open_table(visibility=HIDDEN)
    for client in (browser(), browser(person("Eve"))):
        assert links_on(client, "/") == [game]
        assert "2 free seats" in page_of(client.get("/")).text


def test_a_live_game_is_drawn_with_the_blocks_that_everybody_may_see() -> None:
    game = table(seats=2)
    for _ in range(6):
        move(game)
    answer = browser().get("/")
    assert "Live now" in page_of(answer).text
    assert answer.content.decode().count('class="small-sheet"') == 2
    assert 'class="small-block fill-' in answer.content.decode()


def test_a_hidden_game_is_featured_nowhere() -> None:
    table(seats=2, visibility=HIDDEN)
    assert "small-sheet" not in browser().get("/").content.decode()


def test_without_a_live_game_the_last_one_is_shown_with_its_scores() -> None:
    game = table(seats=2)
    play_out(game)
    page = page_of(browser().get("/"))
    assert "The last game" in page.text
    results = see_card(game, ANYBODY)["results"]
    assert len(results) == 2
    for result in results:
        assert f"{PEOPLE[result['seat']]} {result['score']} " in page.text
    assert "Your last games" in page_of(browser(account("Ada")).get("/")).text


def test_the_live_part_is_the_page_without_the_rest() -> None:
    game = open_table()
    answer = browser().get("/lobby/", headers=FOR_A_PART)
    assert "<html" not in answer.content.decode()
    assert f"/games/{game}/" in page_of(answer).values("href")


def test_more_games_do_not_take_more_questions() -> None:
    def questions() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert browser().get("/").status_code == 200
        return len(asked)

    open_table()
    few = questions()
    for _ in range(5):
        open_table()
    assert questions() == few


def test_the_list_shows_what_is_asked_for() -> None:
    finished, running, waiting = table(), table(), open_table("duel")
    play_out(finished)
    client = browser()
    assert set(links_on(client, "/games/")) == {finished, running, waiting}
    assert links_on(client, "/games/?show=open") == [waiting]
    assert links_on(client, "/games/?show=running") == [running]
    assert links_on(client, "/games/?show=finished") == [finished]
    assert links_on(client, "/games/?variant=duel") == [waiting]
    assert links_on(client, "/games/?rated=1") == []
    assert set(links_on(client, "/games/?show=nonsense&variant=chess&page=x")) == {finished, running, waiting}
    assert links_on(browser(account("Ada")), "/games/?show=mine&variant=standard") == [running, finished]
    assert len(links_on(client, "/games/?show=mine")) == 3, "who is not logged in has none of their own"


def test_hidden_and_private_games_are_in_nobodys_list_but_ones_own() -> None:
    hidden, private = table(visibility=HIDDEN), table(visibility=PRIVATE)
    assert links_on(browser(), "/games/") == []
    assert links_on(browser(person("Eve")), "/games/") == []
    assert set(links_on(browser(account("Ada")), "/games/?show=mine")) == {hidden, private}


def test_a_long_list_has_pages() -> None:
    host = account("Ada")
    for _ in range(21):
        create_game(Setup("solo", [1], [{"kind": "person"}]), caller_of(host), command())
    first, second = links_on(browser(), "/games/?show=open"), links_on(browser(), "/games/?show=open&page=2")
    assert (len(first), len(second), len({*first, *second})) == (20, 1, 21)
    assert "/games/?show=open&page=2" in page_of(browser().get("/games/?show=open")).values("href")
    assert links_on(browser(), "/games/?page=9999") == []


def test_only_the_list_is_sent_when_only_it_is_asked_for() -> None:
    open_table()
    part = browser().get("/games/", headers=FOR_A_PART).content.decode()
    assert "<html" not in part
    assert 'id="games-list"' in part
    back = {**FOR_A_PART, "HX-History-Restore-Request": "true"}
    assert "<html" in browser().get("/games/", headers=back).content.decode()


def test_an_erased_player_is_named_nowhere() -> None:
    play_out(table())
    account("Bob").delete()
    text = page_of(browser().get("/")).text
    assert "Somebody who has left" in text
    assert "Bob" not in text
    assert "Somebody who has left" in page_of(browser().get("/games/")).text


def test_a_turn_that_waits_is_never_pushed_out_by_newer_games() -> None:
    waiting, slow = table(), table(seconds=3600)
    urgent = table(seconds=60)
    newer = [open_table_of("Bob") for _ in range(12)]
    shown = links_on(browser(account("Bob")), "/")
    assert shown[:3] == [urgent, slow, waiting]
    assert shown[3:12] == newer[:-10:-1]


def test_a_seat_that_a_tournament_keeps_is_among_ones_own_games_with_a_button_to_take_it() -> None:
    play_until(turn := table(), lambda fold: 0 in fold.awaited)
    game, later = kept_table("Ada", "Bob", visibility=PRIVATE), open_table()
    client = browser(account("Ada"))
    assert links_on(client, "/")[:3] == [turn, game, later]
    part = client.get("/lobby/", headers=FOR_A_PART)
    page = page_of(part)
    assert "Your seat is waiting" in page.text
    assert f"/games/{game}/join/" in page.values("action")
    assert f'data-contribution="{addition(game)["commitment"]}" data-of="{game}"' in part.content.decode()
    client.post(f"/games/{game}/join/", addition(game))
    text = page_of(client.get("/lobby/", headers=FOR_A_PART)).text
    assert "Your seat is waiting" not in text
    assert "Waiting for players" in text
    assert "Your seat is waiting" in page_of(browser(account("Bob")).get("/")).text


def test_a_seat_that_is_kept_for_somebody_else_is_no_open_table() -> None:
    game = kept_table("Ada", "Bob")
    hidden = kept_table("Ada", deal=kept_deal())
    for client in (browser(), browser(person("Eve"))):
        assert links_on(client, "/") == []
        assert links_on(client, "/games/?show=open") == [game]
        assert hidden not in client.get("/games/").content.decode()
        assert "Take your seat" not in client.get("/games/?show=open").content.decode()


def test_a_duel_that_nobody_has_won_alone_is_a_draw() -> None:
    game = table("duel", 2)
    play_out(game)
    SeatResult.objects.filter(game=game).update(place=1, has_won=True)
    text = page_of(browser(account("Ada")).get("/games/")).text
    assert (text.count("draw"), text.count("won")) == (2, 0)
