"""2. A guest finishes a solo game with the keyboard only, as the tutorial; what a screen reader is told on the way."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations
from tests.e2e.browsing import Browsing
from tests.e2e.playing import press_until_focused
from tests.visitors import Visitor

MOST_ROUNDS = 80
"""More than a game alone can have."""


def test_02_a_guest_finishes_a_solo_game_with_the_keyboard_only(browse: Browsing, stranger: Visitor) -> None:
    page = browse(stranger, reduced_motion="reduce")
    page.on("dialog", lambda dialog: dialog.accept())
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
