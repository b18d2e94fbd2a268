"""A table of three that waits for somebody in vain: those who are there see when it starts, or an organiser starts it;
they play without doing anything, and who comes too late is told so."""

import re
from typing import Final

from playwright.sync_api import expect

from tests.e2e.accessibility import violations
from tests.e2e.browsing import PHONE, Browsing
from tests.e2e.competing import ORGANISER, announced, sit_down, take_seat
from tests.e2e.demo import Demo
from tests.visitors import Visitor

WAIT: Final = 40
A_WHILE: Final = 60_000
"""Milliseconds in which the table has waited long enough, on a busy machine."""
COUNTDOWN: Final = re.compile(r"Starts without Juno Marble in 0:\d\d")


def test_a_table_starts_without_whoever_has_not_come(
    demo: Demo, browse: Browsing, robin: Visitor, noa: Visitor, juno: Visitor
) -> None:
    entered = [{"handle": name} for name in ("robin", "noa", "juno")]
    tables = {"variant": "standard", "seats": 3, "rounds": 1, "length": 600, "wait": WAIT}
    competition = announced(demo, "Brikks for Three", opens_in=1200, entered=entered, **tables)
    competition.tell("start")
    one, other = browse(robin), browse(noa, **PHONE)
    for page in (one, other):
        page.goto(competition.path)
        sit_down(page)
    expect(one.locator(".seating-wait")).to_have_text(COUNTDOWN)
    first = one.locator(".seating-wait time").inner_text()
    expect(one.locator(".seating-wait time")).not_to_have_text(first)

    waited = competition.game_of(robin, 1)
    for page in (one, other):
        page.wait_for_url(lambda address: waited not in address, timeout=A_WHILE)
        expect(page.locator(".messages")).to_contain_text("The table has started without Juno Marble.")
        expect(page.locator("#turn")).to_be_visible()
        assert page.locator("article.player").count() == 2

    late = browse(juno)
    late.goto(competition.path)
    expect(late.locator(".your-table")).to_contain_text("has then started without you")
    late.goto(f"/games/{waited}/")
    late.wait_for_url(f"**/games/{competition.game_of(robin, 1)}/")
    expect(late.locator(".messages")).to_contain_text("has started without you")
    expect(late.locator(".seating-wait")).to_have_count(0)


def test_an_organiser_starts_a_table_without_somebody(
    demo: Demo, browse: Browsing, robin: Visitor, noa: Visitor, juno: Visitor
) -> None:
    entered = [{"handle": name} for name in ("robin", "noa", "juno")]
    tables = {"variant": "standard", "seats": 3, "rounds": 1, "length": 6000, "wait": None}
    competition = announced(demo, "Brikks in the Club Room", opens_in=1200, entered=entered, **tables)
    competition.tell("start")
    competition.wait_for_round(1)
    waited = competition.game_of(robin, 1)
    for visitor in (robin, noa):
        take_seat(visitor, waited)
    player, mika = browse(robin), browse(demo.player(ORGANISER), **PHONE)
    player.goto(f"/games/{waited}/")
    mika.goto(f"{competition.path}console/")
    mika.get_by_role("link", name="Start now: table 1 without Juno Marble").click()
    expect(mika.locator("h1")).to_have_text("Start table 1 without Juno Marble?")
    expect(mika.locator("main")).to_contain_text("Juno Marble has not come")
    expect(mika.locator("main")).to_contain_text("last place, no score")
    assert violations(mika) == []
    go = mika.get_by_role("button", name="Yes, start without Juno Marble")
    go.click()
    assert "/start/" in mika.url
    mika.get_by_label("Reason").fill("Juno has missed the train.")
    go.dblclick()
    mika.wait_for_url("**/console/#round")
    expect(mika.locator(".messages")).to_contain_text("The table has started without whoever was missing.")
    expect(mika.get_by_role("link", name="Start now")).to_have_count(0)
    expect(mika.locator(".pairings")).to_contain_text("Did not come")

    player.wait_for_url(lambda address: waited not in address, timeout=A_WHILE)
    assert player.locator("article.player").count() == 2
    mika.goto(f"{competition.path}log/")
    happened = mika.locator(".chronicle li", has_text="started table 1 in round 1 without Juno Marble")
    expect(happened).to_have_count(1)
    expect(happened).to_contain_text("Juno has missed the train.")
    late = browse(juno)
    late.goto(competition.path)
    expect(late.locator(".your-table")).to_contain_text("has started your table without you")
    expect(late.locator(".your-table")).to_contain_text("Juno has missed the train.")
