"""11. Reduced motion: no running animation, same end state. 14. The countdown is right with a wrong client clock.

And nothing on the page jumps when dice, clocks or answers change.
"""

import re
from datetime import datetime

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browsing import DESKTOP, PHONE, Browsing
from tests.e2e.demo import Demo, table
from tests.e2e.playing import TablePage
from tests.visitors import Visitor

AN_HOUR_WRONG = """
const Real = Date;
const AHEAD = 3_600_000;
globalThis.Date = class extends Real {
  constructor(...parts) { parts.length ? super(...parts) : super(Real.now() + AHEAD); }
  static now() { return Real.now() + AHEAD; }
};
"""
COUNT_ANIMATIONS = """
() => {
  globalThis.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...said) {
    globalThis.moved += 1;
    return animate.apply(this, said);
  };
}
"""
WATCH_SHIFTS = """
globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (!entry.hadRecentInput) {
      globalThis.shifts.push(entry.sources.map((source) => `${source.node?.nodeName}.${source.node?.className}`));
    }
  }
}).observe({ type: "layout-shift", buffered: true });
"""


def test_11_who_has_asked_for_little_motion_gets_it_whatever_the_device_says(browse: Browsing, guest: Visitor) -> None:
    motions = []
    for motion in ("", "reduced"):
        guest.call("PATCH", "/me", {"motion": motion})
        page = browse(guest, reduced_motion="no-preference")
        page.goto("/")
        scrolling = page.evaluate("() => getComputedStyle(document.documentElement).scrollBehavior")
        buttons = page.evaluate("() => getComputedStyle(document.querySelector('.button')).transitionDuration")
        motions.append((scrolling, buttons, page.evaluate("() => document.getAnimations().length > 0")))
    assert motions == [("smooth", "0.12s, 0.12s", True), ("auto", "0s", False)]


def test_11_with_reduced_motion_nothing_moves_and_the_end_is_the_same(browse: Browsing, demo: Demo) -> None:
    ends = []
    for motion in ("reduce", "no-preference"):
        guest = demo.guest("Pat")
        game = table(guest, dice="table")
        game.act(guest, kind="start", seat=0, color="red", x=4)
        game.roll("white", 1)
        tab = TablePage(browse(guest, reduced_motion=motion), game).open()
        tab.page.evaluate(COUNT_ANIMATIONS)
        tab.place()
        expect(tab.player.locator("g.pieces > [data-piece]")).to_have_count(2)
        moved = tab.page.evaluate("() => globalThis.moved")
        assert (moved == 0) == (motion == "reduce")
        if motion == "reduce":
            assert (
                tab.page.evaluate("() => document.getAnimations().filter((a) => a.playState === 'running').length") == 0
            )
        tab.page.wait_for_timeout(400)
        ends.append((tab.pieces, tab.player.locator("g.pieces").inner_html()))
    assert ends[0] == ends[1]


def test_14_the_countdown_is_right_with_a_client_clock_wrong_by_an_hour(browse: Browsing, guest: Visitor) -> None:
    game = table(guest, seconds=600)
    tab = TablePage(browse(guest), game)
    tab.page.add_init_script(AN_HOUR_WRONG)
    tab.open()
    shown = tab.page.locator("time[data-due]").first
    expect(shown).to_have_text(re.compile(r"^\d+:\d\d$"))
    text, due = shown.inner_text(), shown.get_attribute("data-due") or ""
    minutes, seconds = map(int, text.split(":"))
    left = (datetime.fromisoformat(due) - datetime.now().astimezone()).total_seconds()
    assert abs(minutes * 60 + seconds - left) < 5
    assert 500 < left <= 600


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_jumps_when_dice_clocks_and_answers_change(
    browse: Browsing, demo: Demo, device: dict[str, object]
) -> None:
    guest, other = demo.guest("Pat"), demo.guest("Quinn")
    game = table(guest, other, seconds=600)
    tab = TablePage(browse(guest, **device), game)
    tab.page.add_init_script(WATCH_SHIFTS)
    tab.open()
    game.begin(guest, other)
    expect(tab.player.locator("g.pieces > [data-piece]")).to_have_count(1)
    for _ in range(4):
        game.keep(guest, other)
        tab.page.wait_for_timeout(300)
        game.let(other, "place")
        tab.page.wait_for_timeout(300)
        game.let(guest, "place")
        tab.page.wait_for_timeout(500)
    assert shifts_of(tab.page) == []


def shifts_of(page: Page) -> list[list[str]]:
    """What has moved by itself."""
    found: list[list[str]] = page.evaluate("() => globalThis.shifts")
    return found
