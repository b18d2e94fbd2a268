"""12. axe finds no serious violation on any screen; blocks stay distinguishable in greyscale."""

from base64 import b64encode
from collections.abc import Iterator
from itertools import combinations, product
from statistics import fmean

import pytest
from playwright.sync_api import Browser

from tests.e2e.accessibility import violations
from tests.e2e.browsing import LARGE, SMALL, Browsing, Pages
from tests.e2e.demo import Demo, solo_with_table_dice
from tests.e2e.playing import TablePage
from tests.e2e.screens import SCREENS, Screen
from tests.visitors import Visitor

LUMINANCES = """
async ([picture, boxes, size]) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return boxes.map(([x, y]) => {
    const { data } = context.getImageData(Math.round(x), Math.round(y), size, size);
    const grey = [];
    for (let i = 0; i < data.length; i += 4) grey.push(0.2126 * data[i] + 0.7152 * data[i + 1] + 0.0722 * data[i + 2]);
    return grey;
  });
}
"""
"""The shades of grey in the middle of each box."""
COLORS = ("white", "yellow", "green", "red", "blue", "black")
SIZE = 28
"""Pixels of a field that are compared, each way; a whole field has about forty."""
FAINTEST = 12
"""By how much of 255 the shades of two fields must differ on average, however one is laid over the other."""
SHIFTS = range(-4, 5)


@pytest.fixture(scope="module")
def opened(browser: Browser) -> Iterator[tuple[Browsing, Pages]]:
    """Pages that go from screen to screen."""
    browsing = Browsing(browser)
    yield browsing, Pages(browsing)
    browsing.close()


@pytest.fixture
def tour(opened: tuple[Browsing, Pages]) -> Iterator[tuple[Browsing, Pages]]:
    """The same; what went wrong on a screen fails its test."""
    browsing, _ = opened
    browsing.begin_anew()
    yield opened
    assert browsing.problems == []


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_axe_finds_no_serious_violation(demo: Demo, tour: tuple[Browsing, Pages], screen: Screen) -> None:
    browsing, pages = tour
    visitor = screen.visitor(demo)
    if screen.status != 200:
        browsing.expect(f"status of {screen.status}")
    page = pages.of(visitor)
    page.set_viewport_size(SMALL)
    answer = page.goto(screen.path(demo, visitor))
    assert answer
    assert answer.status == screen.status
    screen.then(page)
    assert violations(page) == [], "on a phone"
    page.set_viewport_size(LARGE)
    assert violations(page) == [], "on a large screen"
    assert page.locator("h1").count() == 1


def test_blocks_stay_distinguishable_in_greyscale(demo: Demo, browse: Browsing, guest: Visitor) -> None:
    game = solo_with_table_dice(guest)
    game.act(guest, kind="start", seat=0, color=COLORS[0], x=0)
    for color in COLORS[1:]:
        game.roll(color, 1)
        spots = [action for action in game.options() if action["kind"] == "place" and action["color"] == color]
        game.act(
            guest, **max((spot for spot in spots if spot["column"] == 1), key=lambda spot: spot["x"] - 5 * spot["y"])
        )
    tab = TablePage(browse(guest, device_scale_factor=1), game).open()
    sheet = tab.player.locator("svg.sheet")
    sheet.scroll_into_view_if_needed()
    fields = {color: tab.player.locator(f'[data-piece^="{color}:"] rect[fill^="url"]').first for color in COLORS}
    outer = sheet.bounding_box()
    assert outer
    boxes = [tuple(field.bounding_box().values()) for field in fields.values()]  # type: ignore[union-attr]
    corners = [(x - outer["x"] + 4, y - outer["y"] + 4) for x, y, *_ in boxes]
    picture = b64encode(sheet.screenshot()).decode()
    blank = browse(guest)
    blank.goto("about:blank")
    shades = dict(zip(fields, blank.evaluate(LUMINANCES, [picture, corners, SIZE]), strict=True))
    differences = {pair: difference(shades[pair[0]], shades[pair[1]]) for pair in combinations(COLORS, 2)}
    assert {pair: faint for pair, faint in differences.items() if faint < FAINTEST} == {}


def difference(one: list[float], other: list[float]) -> float:
    """By how much two fields differ where they are most alike: a pattern may begin anywhere."""
    inside = range(max(SHIFTS), SIZE - max(SHIFTS))
    return min(
        fmean(abs(one[y * SIZE + x] - other[(y + down) * SIZE + x + right]) for y in inside for x in inside)
        for down, right in product(SHIFTS, SHIFTS)
    )


def test_axe_would_notice(browse: Browsing, guest: Visitor) -> None:
    page = browse(guest)
    page.set_content('<html lang="en"><title>x</title><main><h1>x</h1><button></button></main></html>')
    assert [fault.partition(":")[0] for fault in violations(page)] == ["button-name"]
