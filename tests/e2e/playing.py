"""The page of a game as a test uses it: where things are, and what the page says of its choice."""

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.demo import Table

POINT_OF_CELL = """
([seat, x, y]) => {
  const svg = document.querySelector(`article.player[data-seat="${seat}"] svg.sheet`);
  const data = JSON.parse(document.getElementById("board-data").textContent);
  const inside = new DOMPoint(data.margin + x * data.cell, (data.rows - y) * data.cell);
  const point = inside.matrixTransform(svg.getScreenCTM());
  return [point.x, point.y];
}
"""


def press_until_focused(page: Page, name: str, key: str = "Tab") -> None:
    """Go through the page by a key until something with this name has the focus."""
    for _ in range(60):
        page.keyboard.press(key)
        focused = page.locator("a:focus, button:focus, summary:focus")
        if focused.count() and re.search(name, focused.inner_text()):
            return
    raise AssertionError(f"No way by keyboard to “{name}”.")


class TablePage:
    """A tab with a game in it."""

    def __init__(self, page: Page, table: Table, seat: int = 0) -> None:
        self.page, self.table, self.seat = page, table, seat
        self.player = page.locator(f'article.player[data-seat="{seat}"]')
        self.board = self.player.locator(".board")
        self.ghost = self.player.locator("g.ghost")
        self.turn = page.locator("#turn")
        self.confirm = self.turn.locator("[data-confirm]").first
        self.preview = self.turn.locator("[data-preview]")
        self.status = page.locator("#status")
        self.message = page.locator("#message")
        self.connection = page.locator("#connection")

    def open(self) -> "TablePage":
        """Open the page and wait until it can be used."""
        self.page.goto(self.table.path)
        expect(self.turn).to_be_visible()
        return self

    def wait_for_aim(self) -> None:
        """Wait until there is a block to aim."""
        expect(self.player).to_contain_class("is-aimed-at")

    @property
    def choices(self) -> Any:
        """What the server offers."""
        return json.loads(self.page.locator("#choices").text_content() or "null")

    @property
    def aimed_at(self) -> str:
        """The block and place of the ghost, as `red-3:4:0`; empty if there is none."""
        return self.ghost.get_attribute("data-place") or ""

    @property
    def pieces(self) -> list[str]:
        """The blocks that are drawn, each as `red:3:4:0`."""
        groups = self.player.locator("g.pieces > [data-piece]")
        return [group.get_attribute("data-piece") or "" for group in groups.all()]

    @property
    def stored(self) -> list[str]:
        """The same as the server has it."""
        drawn = self.table.position["state"]["sheets"][self.seat]["drawn"]
        return [":".join(map(str, piece)) for piece in drawn]

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a place of the sheet is on the screen, in cells from its lower left corner."""
        across, down = self.page.evaluate(POINT_OF_CELL, [self.seat, x, y])
        return across, down

    def face(self, name: str) -> Locator:
        """The button of a block."""
        return self.turn.locator(f'[data-face="{name}"]')

    def circles(self, mark: str) -> int:
        """How many circles of the energy bar have a mark."""
        return self.player.locator(f"[data-circle].{mark}").count()

    def place(self) -> None:
        """Stage the block where it is aimed at, and confirm it, by keys."""
        self.wait_for_aim()
        self.board.focus()
        self.page.keyboard.press("Space")
        self.page.keyboard.press("Enter")


def piece_of(place: str) -> str:
    """The block of a ghost at `red-3:4:0` as it is drawn later: `red:3:4:0`."""
    return place.replace("-", ":", 1)
