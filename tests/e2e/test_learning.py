"""The tutorial in a browser: by keys, by finger, without scripts, and with a hint for whoever tries something else."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations
from tests.e2e.browsing import PHONE, Browsing
from tests.e2e.playing import POINT_OF_CELL, press_until_focused
from tests.visitors import Visitor

AIMS: Final = ("", "white-1:3:2", "green-4:7:0", "blue-3:2:0", "black-3:9:0", "bomb")
"""One way to do each step; in the first any place will do."""
MOST_PRESSES: Final = 30


def step_of(page: Page) -> int:
    found = re.search(r"Step (\d) of 6", page.locator(".lesson-title").inner_text())
    assert found is not None
    return int(found[1])


def aimed_at(page: Page) -> str:
    return page.locator("g.ghost").get_attribute("data-place") or ""


def press_until_aimed(page: Page, place: str) -> None:
    """Go through the places by keys: the block first, then the column, then below what hangs over."""
    block, x, y = place.split(":")
    for _ in range(MOST_PRESSES):
        now = aimed_at(page).split(":")
        if now == [block, x, y]:
            return
        if now[0] != block:
            page.keyboard.press("r")
        elif now[1] != x:
            page.keyboard.press("ArrowRight" if int(now[1]) < int(x) else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown")
    raise AssertionError(f"No way by keys to {place}, but to {aimed_at(page)}.")


def test_02_a_guest_finishes_the_tutorial_with_the_keyboard_only(browse: Browsing, stranger: Visitor) -> None:
    page = browse(stranger, reduced_motion="reduce")
    page.goto("/")
    press_until_focused(page, "(?i)learn")
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/**")
    for number, aim in enumerate(AIMS, 1):
        expect(page.locator(".board")).to_be_focused()
        assert step_of(page) == number
        expect(page.locator("#status")).to_have_text(page.locator("#turn-title").inner_text())
        drawn = page.locator("g.pieces > .piece").count()
        if aim == "bomb":
            page.keyboard.press("b")
        elif aim:
            press_until_aimed(page, aim)
            page.keyboard.press("Space")
        else:
            page.keyboard.press("Space")
        page.keyboard.press("Enter")
        expect(page.locator("[data-done] a")).to_be_focused()
        assert page.locator("g.pieces > .piece").count() == drawn + (aim != "bomb")
        assert page.evaluate("() => document.getAnimations().length") == 0
        assert violations(page) == []
        page.keyboard.press("Enter")
    page.wait_for_url("**/learn/done/")
    assert violations(page) == []
    assert "sessionid" not in {cookie.get("name") for cookie in page.context.cookies()}, "learning needs no account"
    page.get_by_role("button", name="Play solo now").press("Enter")
    page.wait_for_url("**/games/g-*/")


def test_a_finger_learns_on_a_phone_and_nothing_scrolls_or_sticks_out(browse: Browsing, stranger: Visitor) -> None:
    page = browse(stranger, **PHONE)
    page.goto("/learn/2/")
    device = page.context.new_cdp_session(page)
    # A finger holds the block above itself.
    for kind, x, y in (("touchStart", 8, 4), ("touchMove", 6, 2), ("touchMove", 4.5, 0.5)):
        across, down = page.evaluate(POINT_OF_CELL, [0, x, y])
        device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": across, "y": down}]})
        page.wait_for_timeout(50)
    device.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("svg.sheet")).to_contain_class("has-staged")
    assert aimed_at(page) == "white-1:3:2"
    page.locator("#turn [data-confirm]").first.tap()
    expect(page.locator("[data-piece='white:1:3:2']")).to_have_count(1)
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.locator("[data-done] a").tap()
    page.wait_for_url("**/learn/3/")


@pytest.mark.parametrize("height", [740, 640])
def test_the_sheet_is_not_hidden_by_what_can_be_chosen(browse: Browsing, stranger: Visitor, height: int) -> None:
    page = browse(stranger, **{**PHONE, "viewport": {"width": 360, "height": height}})
    for number in range(1, len(AIMS) + 1):
        page.goto(f"/learn/{number}/")
        lowest = page.evaluate(POINT_OF_CELL, [0, 0, 0])[1]
        top = page.locator("#turn").bounding_box()
        assert top is not None
        assert lowest <= top["y"], f"step {number}"


def test_something_else_gets_a_hint_and_the_sheet_stays_as_it_was(browse: Browsing, stranger: Visitor) -> None:
    page = browse(stranger)
    page.goto("/learn/2/")
    expect(page.locator(".board")).to_be_focused()
    drawn = page.locator("g.pieces > .piece").count()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text("no dot is covered")
    expect(page.locator("#status")).to_contain_text("no dot is covered")
    assert page.locator("g.pieces > .piece").count() == drawn
    press_until_aimed(page, AIMS[1])
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-done] a")).to_be_focused()
    expect(page.locator("#message")).to_be_hidden()
    expect(page.locator("[data-ready]").first).to_have_text("7")


def test_a_connection_that_is_gone_is_told_and_the_move_can_be_tried_again(browse: Browsing, stranger: Visitor) -> None:
    browse.expect("ERR_INTERNET_DISCONNECTED")
    page = browse(stranger)
    page.goto("/learn/1/")
    expect(page.locator(".board")).to_be_focused()
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text("did not work")
    page.context.set_offline(False)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-done] a")).to_be_focused()


def test_without_scripts_every_step_is_a_form(browse: Browsing, stranger: Visitor) -> None:
    page = browse(stranger, java_script_enabled=False)
    page.goto("/learn/")
    for aim in AIMS:
        page.locator("#in-words > summary").click()
        chosen = f"#landings input[value='{aim}']" if aim else "#landings input[type=radio]"
        page.locator(chosen).first.check()
        page.locator("#landings [data-confirm]").click()
    page.wait_for_url("**/learn/done/")
    expect(page.locator(".messages")).to_contain_text("three bombs")
