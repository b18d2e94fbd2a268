"""10. `#17` opens event 17; scrubber, keys and Back agree. And going back in a game that is still played."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import PHONE, Browsing
from tests.e2e.demo import Demo, table
from tests.visitors import Visitor


@pytest.fixture
def game(demo: Demo) -> str:
    return demo.first_game("status=finished&variant=standard")


def expect_event(page: Page, visitor: Visitor, game: str, seq: int) -> None:
    """Everything on the page shows the same moment, and the sheets are as they were."""
    expect(page.locator("[data-place]")).to_have_text(re.compile(rf"\b{seq}\b"))
    expect(page.locator("#scrubber")).to_have_value(str(seq))
    expect(page.locator("[data-events] [aria-current=step]")).to_have_attribute("data-seq", str(seq))
    assert page.url.endswith(f"#{seq}")
    position = visitor.call("GET", f"/games/{game}/position?at={seq}")
    for seat, sheet in enumerate(position["state"]["sheets"]):
        groups = page.locator(f'article.player[data-seat="{seat}"] g.pieces > [data-piece]')
        drawn = groups.evaluate_all("(groups) => groups.map((group) => group.dataset.piece)")
        assert drawn == [":".join(map(str, piece)) for piece in sheet["drawn"]]


def test_10_an_address_opens_its_event_and_scrubber_keys_and_back_agree(
    browse: Browsing, stranger: Visitor, game: str
) -> None:
    page = browse(stranger)
    page.goto(f"/games/{game}/replay/#17")
    expect_event(page, stranger, game, 17)
    page.keyboard.press("ArrowRight")
    expect_event(page, stranger, game, 18)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect_event(page, stranger, game, 16)
    page.keyboard.press("Home")
    expect_event(page, stranger, game, 1)
    page.keyboard.press("End")
    last = int(page.locator("#scrubber").get_attribute("max") or 0)
    expect_event(page, stranger, game, last)
    page.locator("#scrubber").fill("40")
    expect_event(page, stranger, game, 40)
    page.locator('[data-events] [data-seq="25"]').click()
    expect_event(page, stranger, game, 25)
    page.go_back()
    expect_event(page, stranger, game, 40)
    page.go_forward()
    expect_event(page, stranger, game, 25)


def test_a_game_plays_by_itself_and_stops(browse: Browsing, stranger: Visitor, game: str) -> None:
    page = browse(stranger, **PHONE)
    page.goto(f"/games/{game}/replay/#10")
    page.locator("[data-speed]").select_option("4")
    page.locator("[data-play]").tap()
    expect(page.locator("#scrubber")).not_to_have_value(re.compile("^1[0-2]$"))
    page.locator("[data-play]").tap()
    stopped = page.locator("#scrubber").input_value()
    page.wait_for_timeout(700)
    assert page.locator("#scrubber").input_value() == stopped


def test_verifying_tells_each_step_in_words(browse: Browsing, stranger: Visitor, game: str) -> None:
    page = browse(stranger)
    page.goto(f"/games/{game}/replay/")
    page.locator("[data-verify]").click()
    steps = page.locator("#verdict .verdict-steps dt")
    expect(steps.first).to_be_visible()
    assert steps.count() >= 4
    assert page.locator("#verdict .step-wrong").count() == 0


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [(429, "Please wait a few minutes, then try again."), (None, "That did not work. Please try again.")],
)
def test_verifying_that_fails_is_told(
    browse: Browsing, stranger: Visitor, game: str, refused: int | None, sentence: str
) -> None:
    browse.expect("status of 429|ERR_FAILED|htmx:(sendError|afterRequest)|/verify/")
    page = browse(stranger)
    page.goto(f"/games/{game}/replay/")
    notice = f'<section class="notice"><p aria-hidden="true">{refused}</p><p>{sentence}</p></section>'
    page.route("**/verify/", lambda route: route.fulfill(status=refused, body=notice) if refused else route.abort())
    page.locator("[data-verify]").click()
    expect(page.locator("#verdict")).to_have_text(sentence)
    expect(page.locator("#status")).to_have_text(sentence)
    expect(page.locator("#verdict")).not_to_have_attribute("aria-busy", "true")
    page.unroute("**/verify/")
    page.locator("[data-verify]").click()
    expect(page.locator("#verdict .verdict-good")).to_be_visible()
    expect(page.locator("#status")).to_have_text(re.compile("^All checks (that can be made )?passed"))


def test_one_line_tells_every_event_that_somebody_goes_to_and_is_silent_while_playing(
    browse: Browsing, stranger: Visitor, game: str
) -> None:
    page = browse(stranger)
    page.goto(f"/games/{game}/replay/#10")
    status, words = page.locator("#status"), page.locator("[data-words]")
    assert page.locator("[aria-live], [role=status], [role=alert]").count() == 1
    expect(status).to_have_text(words.inner_text())
    before = status.inner_text()
    page.locator("[data-speed]").select_option("4")
    page.locator("[data-play]").click()
    expect(page.locator("#scrubber")).not_to_have_value(re.compile("^1[0-2]$"))
    assert status.inner_text() == before
    page.locator("[data-play]").click()
    expect(status).to_have_text(words.inner_text())


def test_the_dice_of_each_event_have_a_name(browse: Browsing, stranger: Visitor, game: str) -> None:
    page = browse(stranger)
    page.goto(f"/games/{game}/replay/#1")
    dice = page.locator(".film-moment [data-dice]")
    expect(dice).to_be_hidden()
    log = stranger.call("GET", f"/games/{game}/log?limit=500")["events"]
    rolls = [event for event in log if event["kind"] == "roll"]
    assert len(rolls) > 3
    for roll in rolls[:4]:
        page.locator("#scrubber").fill(str(roll["seq"]))
        expect(dice).to_have_text(f"Dice: {roll['color']} {roll['number']}")


def test_whoever_goes_back_in_a_running_game_is_left_in_peace(browse: Browsing, demo: Demo, guest: Visitor) -> None:
    running = table(guest)
    running.let(guest, "start")
    running.let(guest, "place")
    page = browse(demo.stranger())
    page.goto(running.path)
    back = page.locator("[data-back-to-live]")
    expect(back).to_be_hidden()
    page.keyboard.press("Home")
    expect(back).to_be_visible()
    running.let(guest, "place")
    page.wait_for_timeout(500)
    expect(page.locator("#scrubber")).to_have_value("1")
    back.click()
    expect(page.locator("article.player g.pieces > [data-piece]")).to_have_count(3)
    running.let(guest, "place")
    expect(page.locator("article.player g.pieces > [data-piece]")).to_have_count(4)
    expect(back).to_be_hidden()


def test_at_its_end_a_game_that_was_watched_becomes_a_replay(browse: Browsing, demo: Demo, guest: Visitor) -> None:
    running = table(guest)
    page = browse(demo.stranger())
    page.goto(running.path)
    result = page.locator(".film-desk [data-when-over]")
    expect(page).to_have_title(re.compile("^Live: "))
    expect(page.locator(".live-mark")).to_be_visible()
    expect(result).to_be_hidden()
    running.let(guest, "start")
    expect(page.locator("[data-watching]")).to_have_text("1 watching")
    while running.position["awaited"]:
        running.let(guest)
    expect(page).to_have_title(re.compile("^Replay: "))
    expect(page.locator(".live-mark")).to_have_count(0)
    expect(page.locator("[data-back-to-live]")).to_be_hidden()
    page.keyboard.press("Home")
    expect(page.locator("#scrubber")).to_have_value("1")
    expect(page.locator("[data-back-to-live]")).to_be_hidden()
    result.click()
    expect(page.locator("#turn")).to_have_attribute("data-turn", "over")
