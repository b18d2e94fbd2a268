"""A replay that is longer than any real game: sixty rounds of four players, made up from one that was played."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.browsing import DESKTOP, PHONE, Browsing
from tests.e2e.demo import Demo
from tests.visitors import Visitor

ROUNDS = 60
ISLAND = re.compile(r'(<script id="board-data" type="application/json">)(.*?)(</script>)', re.DOTALL)
EVENTS = re.compile(r"(<ol data-events>)(.*?)(</ol>)", re.DOTALL)
LAST = re.compile(r'(<input id="scrubber"[^>]* max=")\d+')
TABLET = {"viewport": {"width": 768, "height": 1024}}
SLOWEST = 50
"""Milliseconds that a step may take, on machines that are busy with other tests."""
STEPS = """
() => {
  const scrubber = document.getElementById("scrubber");
  const times = [];
  for (let seq = 1; seq <= Number(scrubber.max); seq += 1) {
    const start = performance.now();
    scrubber.value = String(seq);
    scrubber.dispatchEvent(new Event("input", { bubbles: true }));
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  return times.sort((one, other) => one - other);
}
"""
IS_IN_SIGHT = """
(link) => {
  const [inner, outer] = [link, link.closest("ol")].map((element) => element.getBoundingClientRect());
  return inner.top >= outer.top - 1 && (inner.bottom <= outer.bottom + 1 || inner.height > outer.height);
}
"""


def lengthened(page: str) -> str:
    """The page of a replay whose rounds begin anew until there are sixty."""
    found = ISLAND.search(page)
    assert found
    data = json.loads(found[2])
    data["frames"] = _sixty_rounds(data["frames"])
    island = json.dumps(data).replace("<", "\\u003C")
    links = "".join(f'<li><a href="?at={f["seq"]}" data-seq="{f["seq"]}">{f["words"]}</a></li>' for f in data["frames"])
    for pattern, inside in ((ISLAND, island), (EVENTS, links)):
        before, beginning, _, end, after = pattern.split(page, maxsplit=1)
        page = before + beginning + inside + end + after
    return LAST.sub(rf"\g<1>{len(data['frames'])}", page)


def _sixty_rounds(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    played = [frame for frame in frames if frame.get("round")]
    longer, rounds = [dict(frame) for frame in frames], max(frame["round"] for frame in played)
    while rounds < ROUNDS:
        more = [{**frame, "round": frame["round"] + rounds} for frame in played if frame["round"] + rounds <= ROUNDS]
        longer.extend(more)
        rounds = more[-1]["round"]
    return [{**frame, "seq": seq} for seq, frame in enumerate(longer, 1)]


def open_long(page: Page, game: str, moment: int) -> None:
    """Open the replay of a game, made longer, at one of its events."""

    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=lengthened(response.text()))

    page.route(f"**/games/{game}/replay/", answer)
    page.goto(f"/games/{game}/replay/#{moment}")


@pytest.fixture
def game(demo: Demo) -> str:
    """A finished game of four."""
    games = demo.stranger().call("GET", "/games?limit=50&status=finished&variant=standard")["results"]
    found: str = next(game["id"] for game in games if len(game["levels"]) == 4)
    return found


@pytest.mark.parametrize("device", [PHONE, TABLET, DESKTOP], ids=["phone", "tablet", "desktop"])
def test_sixty_rounds_of_four_can_be_gone_through(
    browse: Browsing, stranger: Visitor, game: str, device: dict[str, Any]
) -> None:
    page = browse(stranger, **device)
    open_long(page, game, 200)
    scrubber, current = page.locator("#scrubber"), page.locator("[data-events] [aria-current=step]")
    expect(scrubber).to_have_value("200")
    last = int(scrubber.get_attribute("max") or 0)
    assert last > 300
    assert current.evaluate(IS_IN_SIGHT)
    page.keyboard.press("End")
    expect(page.locator("[data-place]")).to_contain_text(f"{last}")
    assert current.get_attribute("data-seq") == str(last)
    assert current.evaluate(IS_IN_SIGHT)
    page.keyboard.press("ArrowLeft")
    expect(scrubber).to_have_value(str(last - 1))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    times = page.evaluate(STEPS)
    assert times[len(times) // 2] < SLOWEST
