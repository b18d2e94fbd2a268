"""Every number and table of the rules page, taken from the engine's figures so that the two cannot differ."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext

from engine.brikks import figures
from engine.brikks.board import ROW_CELLS, bit
from engine.brikks.scoring import row_points, score
from engine.brikks.sheet import STUCK, Sheet
from engine.brikks.state import STANDARD
from games.presenters.brikks import drawing
from games.presenters.brikks.drawing import draw_fall
from games.presenters.brikks.texts import COLOR_NAMES
from games.presenters.solo_titles import SoloTitle, title_table

EXAMPLE_CELLS = (10, 10, 10, 10, 10, 9, 9, 10, 6, 9, 4)
"""Filled cells per row of the worked example, bottom row first."""
EXAMPLE_CROSSES = 6
EXAMPLE_BOMBS_USED = 2
EXAMPLE_ENERGY = 2


@dataclass(frozen=True, slots=True)
class ExampleRow:
    """One row of the worked example."""

    number: int
    cells: int
    multiplier: int
    points: int


@dataclass(frozen=True, slots=True)
class Example:
    """The worked example of scoring."""

    rows: tuple[ExampleRow, ...]
    row_total: int
    crosses: int
    extra_points: int
    bomb_points: int
    energy: int
    energy_points: int
    total: int


@dataclass(frozen=True, slots=True)
class Twins:
    """Two columns of one colour that hold the same shape."""

    color: Promise
    first: int
    second: int


def example_sheet() -> Sheet:
    """The sheet of the worked example; which cells of a row are filled does not matter."""
    return Sheet(
        level=1,
        cells=sum(bit(x, y) for y, count in enumerate(EXAMPLE_CELLS) for x in range(count)),
        ready=EXAMPLE_ENERGY,
        circled=figures.ENERGY_CIRCLES,
        crosses=EXAMPLE_CROSSES,
        bombs=EXAMPLE_BOMBS_USED,
        left=STUCK,
        drawn=(),
    )


def score_example() -> Example:
    """The worked example as the engine scores it."""
    sheet = example_sheet()
    rows = tuple(
        ExampleRow(y + 1, EXAMPLE_CELLS[y], multiplier, row_points(sheet.cells & ROW_CELLS[y]))
        for y, multiplier in enumerate(figures.ROW_MULTIPLIERS)
    )
    points = score(sheet, STANDARD)
    return Example(
        rows, points.rows, sheet.crosses, points.bonus, points.bombs, sheet.ready, points.energy, points.total
    )


def solo_titles() -> tuple[SoloTitle, ...]:
    """The solo rating table with both ends of every line."""
    return title_table(figures.SOLO_TITLES)


def twins() -> tuple[Twins, ...]:
    """Neighbouring columns whose blocks look alike."""
    return tuple(
        Twins(COLOR_NAMES[color], first, second)
        for color, blocks in figures.BLOCKS.items()
        for first, second in combinations(figures.NUMBERS, 2)
        if blocks[first - 1] == blocks[second - 1]
    )


def row_bands() -> tuple[tuple[int, int, int], ...]:
    """The multipliers as (first row, last row, multiplier), counted from 1 at the bottom."""
    numbers: dict[int, list[int]] = {}
    for number, multiplier in enumerate(figures.ROW_MULTIPLIERS, 1):
        numbers.setdefault(multiplier, []).append(number)
    return tuple((rows[0], rows[-1], multiplier) for multiplier, rows in numbers.items())


def row_table() -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The points of a row by its filled cells, one column per multiplier."""
    multipliers = [multiplier for _, _, multiplier in row_bands()]
    return tuple(
        (cells, tuple(points * multiplier for multiplier in multipliers))
        for cells, points in figures.ROW_POINTS.items()
    )


def numbers_in_words(values: Iterable[int]) -> str:
    """Numbers as a sentence has them: 1, 2 and 4."""
    return get_text_list([str(value) for value in values], gettext("and"))


def first_new_circle(players: int) -> int:
    """The circle of the energy bar that is activated first."""
    return figures.CIRCLED_AT_START[players] + 1


def dots_for_start_blocks() -> tuple[tuple[int, int], ...]:
    """Dots low enough for a start block, as (column, row) counted from 1."""
    reach = max(len(blocks[0]) for blocks in figures.BLOCKS.values())
    return tuple((x + 1, y + 1) for x, y, _ in figures.DOTS if y < reach)


def rules_context() -> dict[str, Any]:
    """Everything the rules page shows."""
    return {
        "figures": figures,
        "bomb_values": numbers_in_words(figures.BOMBS),
        "pink_circles": numbers_in_words(figures.PINK_CIRCLES),
        "faces": len(figures.COLORS) * len(figures.NUMBERS),
        "bands": row_bands(),
        "block_table": drawing.draw_table(),
        "cell": drawing.CELL,
        "sheet": drawing.draw_sheet(),
        "energy_bar": drawing.draw_energy_bar(),
        "extra_points_bar": drawing.draw_extra_points(),
        "fall": draw_fall(),
        "start_dots": dots_for_start_blocks(),
        "twins": twins(),
        "ready": sorted(figures.READY_AT_START.items()),
        "used_at_start": figures.CIRCLED_AT_START[2],
        "used_at_start_solo": figures.CIRCLED_AT_START[1],
        "first_new_circle": first_new_circle(players=2),
        "first_new_circle_solo": first_new_circle(players=1),
        "highest_crosses": len(figures.EXTRA_POINTS) - 1,
        "wrong_dots": figures.WRONG_DOT_ENERGY.items(),
        "row_crosses": [(rows, crosses) for rows, crosses in enumerate(figures.ROW_CROSSES) if rows],
        "row_table": row_table(),
        "example": score_example(),
        "titles": solo_titles(),
    }
