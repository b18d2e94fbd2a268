"""Parts of pages that somebody opens by themselves: the whole page comes, and goes on by itself."""

from playwright.sync_api import Page, expect

from tests.e2e.browsing import PHONE, Browsing
from tests.e2e.demo import Demo, table
from tests.visitors import Visitor


def expect_whole(page: Page) -> None:
    """The page has its head and its foot, and its style."""
    expect(page.locator("header").first).to_be_visible()
    expect(page.locator("main h1")).to_have_count(1)
    expect(page.get_by_text("Schmidt Spiele").last).to_be_attached()
    assert page.evaluate("() => document.styleSheets.length") > 0


def test_the_lobby_by_itself_is_the_home_page(browse: Browsing, stranger: Visitor) -> None:
    page = browse(stranger, **PHONE)
    with page.expect_response(lambda answer: answer.url.endswith("/lobby/") and answer.status == 200):
        page.goto("/lobby/")
        assert page.url.rstrip("/") == stranger.address
        expect_whole(page)
        expect(page.locator("#lobby")).to_be_visible()


def test_the_part_of_a_tournament_is_its_page(browse: Browsing, demo: Demo) -> None:
    robin = demo.player("robin")
    tournament = robin.call("GET", "/tournaments")["results"][0]["id"]
    page = browse(robin)
    page.goto(f"/tournaments/{tournament}/live/")
    assert page.url.endswith(f"/tournaments/{tournament}/")
    expect_whole(page)


def test_the_turn_of_a_game_is_its_page_and_is_still_drawn_anew(browse: Browsing, guest: Visitor) -> None:
    game = table(guest)
    page = browse(guest)
    page.goto(f"{game.path}turn/")
    assert page.url.endswith(game.path)
    expect_whole(page)
    game.let(guest, "start")
    expect(page.locator("#turn")).to_have_attribute("data-seq", str(game.seq()))
    expect(page.locator("#turn")).to_have_count(1)
