"""The dice are fixed on the page before the browser adds to them, and what it has kept is compared with the log."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.browsing import PHONE, Browsing
from tests.visitors import Visitor

SENT = """
() => document.addEventListener("submit", (event) => {
  const fields = new FormData(event.target);
  sessionStorage.setItem("test-sent", JSON.stringify([...fields.entries()]));
})
"""

SAID = "p:visible"
"""All sentences that can be said are on the page; only one of them is shown."""


def kept(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(page.evaluate("localStorage.getItem('brikks-dice') ?? '[]'"))
    return found


def game_of(page: Page) -> str:
    page.wait_for_url("**/games/g-*/")
    return page.url.rstrip("/").split("/")[-1]


def give_up(page: Page) -> None:
    page.get_by_text("Give up this game").click()
    page.get_by_role("button", name="Yes, give up").click()
    expect(page.locator("#turn")).to_contain_text("The game is over.")


def verify(page: Page, game: str) -> None:
    page.goto(f"/games/{game}/replay/")
    page.get_by_role("link", name="Verify this game").click()
    expect(page.locator("#verdict .verdict")).to_be_visible()


def test_one_click_on_the_home_page_plays_with_dice_that_were_fixed_before(browse: Browsing, guest: Visitor) -> None:
    page = browse(guest)
    page.goto("/")
    field = page.locator("form[action='/play/solo/'] input[name=contribution]")
    shown = field.get_attribute("data-contribution")
    assert shown
    assert field.input_value() == ""
    assert kept(page) == []
    page.get_by_role("button", name="Play solo now").click()
    game = game_of(page)
    [one] = kept(page)
    assert (one["of"], one["commitment"], len(one["contribution"])) == (game, shown, 32)
    assert guest.call("GET", f"/games/{game}")["deal"]["commitment"] == shown
    give_up(page)
    verify(page, game)
    said = page.locator("#verdict [data-kept-dice]")
    expect(said.locator(SAID)).to_contain_text("Same fingerprint, same number")
    expect(said).to_contain_text(one["contribution"])
    page.goto(f"/games/{game}/verify/")
    expect(page.locator("[data-kept-dice]").locator(SAID)).to_contain_text("Same fingerprint, same number")


def test_what_differs_from_what_was_kept_is_said(browse: Browsing, guest: Visitor) -> None:
    page = browse(guest, **PHONE)
    page.goto("/")
    page.get_by_role("button", name="Play solo now").tap()
    game = game_of(page)
    [one] = kept(page)
    give_up(page)
    for changed, told, verdict in (
        ([{**one, "commitment": "0" * 64}], "The fingerprint differs", "A check failed."),
        ([{**one, "contribution": "0" * 32}], "The number differs", "A check failed."),
        ([], "Nothing is kept in this browser", "All checks"),
    ):
        page.evaluate("(all) => localStorage.setItem('brikks-dice', JSON.stringify(all))", changed)
        verify(page, game)
        expect(page.locator("#verdict [data-kept-dice]").locator(SAID)).to_have_count(1)
        expect(page.locator("#verdict [data-kept-dice]").locator(SAID)).to_contain_text(told)
        expect(page.locator("#verdict .verdict")).to_contain_text(verdict)


def test_a_new_game_shows_by_what_its_dice_are_fixed_and_only_then_the_browser_adds(
    browse: Browsing, guest: Visitor
) -> None:
    page = browse(guest)
    page.goto("/play/?preset=bot")
    shown = page.locator(".dice-proof code").inner_text()
    assert page.locator("input[name=contribution]").get_attribute("data-contribution") == shown
    assert page.locator("input[name=contribution]").input_value() == ""
    page.evaluate(SENT)
    page.get_by_role("button", name="Create the game").click()
    game = game_of(page)
    sent = dict(json.loads(page.evaluate("sessionStorage.getItem('test-sent')")))
    assert shown in sent["offer"]
    record = guest.call("GET", f"/games/{game}/record")
    assert record["dice"]["commitment"] == shown
    assert record["dice"]["contributions"] == [sent["contribution"], ""]
    assert [(one["of"], one["commitment"]) for one in kept(page)] == [(game, shown)]


def test_who_sits_down_by_a_link_sees_the_dice_of_that_game_first(browse: Browsing, guest: Visitor) -> None:
    made = guest.command("/games", variant="standard", levels=[1, 1], seats=[{"kind": "guest"}] * 2)
    page = browse(Visitor(guest.address))
    page.goto(f"/join/{made['invite']}/")
    shown = page.locator(".dice-proof code").inner_text()
    assert shown == guest.call("GET", f"/games/{made['game']}")["deal"]["commitment"]
    page.get_by_label("Your name").fill("Quinn")
    page.get_by_role("button", name="Sit down").click()
    game_of(page)
    [one] = kept(page)
    assert (one["of"], one["commitment"]) == (made["game"], shown)
    joined = [event for event in guest.call("GET", f"/games/{made['game']}/log")["events"] if "contribution" in event]
    assert [event["contribution"] for event in joined] == [one["contribution"]]


def test_without_scripts_a_game_can_still_be_made_and_a_number_be_typed(browse: Browsing, guest: Visitor) -> None:
    page = browse(guest, java_script_enabled=False)
    page.goto("/play/?preset=solo")
    page.get_by_label("Your own random number").fill("0123456789abcdef" * 2)
    page.get_by_role("button", name="Create the game").click()
    game = game_of(page)
    assert guest.call("GET", f"/games/{game}/record")["dice"]["contributions"] == ["0123456789abcdef" * 2]


def test_a_browser_that_keeps_nothing_still_adds_and_verifies(browse: Browsing, guest: Visitor) -> None:
    page = browse(guest)
    page.context.add_init_script(
        """for (const name of ["localStorage", "sessionStorage"])
             Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });"""
    )
    page.goto("/")
    page.get_by_role("button", name="Play solo now").click()
    game = game_of(page)
    give_up(page)
    assert len(guest.call("GET", f"/games/{game}/record")["dice"]["contributions"][0]) == 32
    verify(page, game)
    expect(page.locator("#verdict [data-kept-dice]").locator(SAID)).to_contain_text("Nothing is kept in this browser")
