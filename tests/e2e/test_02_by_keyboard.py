"""2. A guest finishes the tutorial and a solo game with the keyboard only; what a screen reader is told on the way."""

import json
import re

from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations
from tests.e2e.browsing import Browsing
from tests.visitors import Visitor

MOST_ROUNDS = 80
"""More than a game alone can have."""


def press_until_focused(page: Page, name: str, key: str = "Tab") -> None:
    """Go through the page by a key until something with this name has the focus."""
    for _ in range(60):
        page.keyboard.press(key)
        focused = page.locator("a:focus, button:focus, summary:focus")
        if focused.count() and re.search(name, focused.inner_text()):
            return
    raise AssertionError(f"No way by keyboard to “{name}”.")


def test_02_a_guest_finishes_a_solo_game_with_the_keyboard_only(browse: Browsing, stranger: Visitor) -> None:
    page = browse(stranger, reduced_motion="reduce")
    page.goto("/")
    press_until_focused(page, "(?i)solo")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/g-*/")
    expect(page.locator("article.player.is-aimed-at .board")).to_be_focused()
    told: set[str] = set()
    for number in range(MOST_ROUNDS):
        turn = page.locator("#turn")
        phase = turn.get_attribute("data-phase")
        if phase == "over":
            break
        before = turn.get_attribute("data-seq")
        if number == 1:
            look_at_the_tree(page)
        act(page)
        page.wait_for_function("(seq) => document.getElementById('turn')?.dataset.seq !== seq", arg=before)
        told.add(page.locator("#status").inner_text())
    assert page.locator("#turn").get_attribute("data-phase") == "over"
    assert len(told) > 3, "the status line tells what happens"
    assert violations(page) == []


def test_02_a_guest_finishes_the_tutorial_with_the_keyboard_only(browse: Browsing, stranger: Visitor) -> None:
    page = browse(stranger, reduced_motion="reduce")
    page.goto("/")
    press_until_focused(page, "(?i)learn")
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/**")
    last = int(page.locator("progress").get_attribute("max") or 0)
    assert last >= 4
    for number in range(1, last + 1):
        expect(page.locator("#turn")).to_have_attribute("data-seq", str(number))
        expect(page.locator(".board")).to_be_focused()
        do_lesson(page)
        expect(page.locator("[data-done] a")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator("form[action='/play/solo/'] button")).to_be_visible()
    assert stranger.cookie("sessionid") == "", "learning needs no account"


def do_lesson(page: Page) -> None:
    """Use the bomb if there is one, else place the block that brings the most, and confirm."""
    choices = json.loads(page.locator("#choices").text_content() or "")
    if choices["bomb"]:
        page.keyboard.press("b")
        page.keyboard.press("Enter")
        return
    best = max(choices["landings"], key=lambda place: (place["rows"], not place["straight"], place["energy"]))
    for _ in choices["faces"]:
        if page.locator(f'[data-face="{best["face"]}"][aria-pressed=true]').count():
            break
        page.keyboard.press("r")
    page.keyboard.press("Home")
    for key in (*["ArrowRight"] * 10, *["ArrowDown"] * 10, *["ArrowUp"] * 10):
        _, x, y = (page.locator("g.ghost").get_attribute("data-place") or "").split(":")
        if int(x) == best["x"] and int(y) == best["y"]:
            break
        if int(x) != best["x"] or key != "ArrowRight":
            page.keyboard.press(key)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")


def act(page: Page) -> None:
    """Place the block where it is aimed at, use a bomb, or drop out: whatever can be done, by keys."""
    if page.locator("article.player.is-aimed-at").count():
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
    elif page.locator("#turn [data-bomb-choice]").count():
        page.keyboard.press("b")
        press_until_focused(page, "^Confirm$")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("1")
        page.keyboard.press("Enter")


def look_at_the_tree(page: Page) -> None:
    """The controls of a turn have roles and names, and everything is said in one polite line."""
    tree = page.locator("main").aria_snapshot()
    assert re.search(r'- group "[^"]+"', tree), tree
    for name in ("Confirm", "Back", "Bomb"):
        assert re.search(rf'button "{name}', tree), tree
    assert len(re.findall(r'- button "[a-z]+ [1-4]', tree)) == 4, "the rolled block and its neighbours"
    assert not re.search(r"- (button|radio|link|img)(:|$)", tree, re.MULTILINE), f"something has no name:\n{tree}"
    assert page.locator("[aria-live], [role=status], [role=alert]").count() == 1
