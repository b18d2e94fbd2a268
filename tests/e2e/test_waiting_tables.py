"""A table of three that waits for somebody in vain: those who are there see when it starts, and play without doing
anything; who comes too late is told so."""

import re
from typing import Final

from playwright.sync_api import expect

from tests.e2e.browsing import PHONE, Browsing
from tests.e2e.competing import announced, sit_down
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
    expect(late.locator(".messages")).to_contain_text("has then started without you")
    expect(late.locator(".seating-wait")).to_have_count(0)
