"""The figures of the printed sheet and the block table, against `sheet.json` and the pictures of the rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.brikks import figures
from engine.brikks.blocks import FACES
from engine.brikks.board import cells_of

PRINTED: dict[str, Any] = json.loads((Path(__file__).parent / "sheet.json").read_text("utf-8"))
BAR = PRINTED["energy_bar"]


def by_number(table: dict[str, int]) -> dict[int, int]:
    return {int(key): value for key, value in table.items()}


def test_the_sheet_has_the_printed_size() -> None:
    assert (figures.COLUMNS, figures.ROWS) == (PRINTED["columns"], PRINTED["rows"]) == (10, 11)


def test_the_rows_count_as_printed() -> None:
    assert list(figures.ROW_MULTIPLIERS) == PRINTED["row_multipliers"]
    assert by_number(PRINTED["row_points"]) == figures.ROW_POINTS


def test_the_dots_are_where_they_are_printed() -> None:
    assert list(figures.DOTS) == [(dot["x"], dot["y"], dot["color"]) for dot in PRINTED["dots"]]


def test_dots_bring_and_cost_the_printed_energy() -> None:
    assert PRINTED["right_dot_energy"] == figures.RIGHT_DOT_ENERGY
    assert by_number(PRINTED["wrong_dot_energy_by_level"]) == figures.WRONG_DOT_ENERGY
    assert figures.LEVELS == (1, 2, 3, 4)


def test_the_energy_bar_is_as_printed() -> None:
    assert BAR["circles"] == figures.ENERGY_CIRCLES
    assert BAR["pink_x"] == list(figures.PINK_CIRCLES)
    assert by_number(BAR["ready_at_start"]) == figures.READY_AT_START
    assert by_number(BAR["circles_used_at_start"]) == figures.CIRCLED_AT_START


def test_extra_points_bombs_and_crosses_are_as_printed() -> None:
    assert list(figures.EXTRA_POINTS) == PRINTED["extra_points"]
    assert list(figures.BOMBS) == PRINTED["bombs"]
    assert dict(enumerate(figures.ROW_CROSSES)) == {0: 0} | by_number(PRINTED["row_crosses"])


def test_the_block_table_is_as_printed() -> None:
    assert {color: [list(block) for block in row] for color, row in figures.BLOCKS.items()} == PRINTED["blocks"]
    assert list(figures.COLORS) == list(PRINTED["blocks"])
    assert figures.NUMBERS == (1, 2, 3, 4)


def test_every_figure_of_the_sheet_is_compared_here() -> None:
    assert set(PRINTED) == {
        "columns",
        "rows",
        "row_multipliers",
        "row_points",
        "dots",
        "energy_bar",
        "extra_points",
        "bombs",
        "row_crosses",
        "wrong_dot_energy_by_level",
        "right_dot_energy",
        "blocks",
    }
    assert set(BAR) == {"circles", "pink_x", "ready_at_start", "circles_used_at_start"}


def test_the_prices_that_are_not_on_the_sheet() -> None:
    assert figures.ANY_BLOCK_PRICE == 5
    assert figures.ENERGY_PER_POINT == 2
    assert figures.SOLO_POINTS_PER_LEVEL == 5


def test_the_faces_of_the_dice_follow_the_table() -> None:
    table = [(color, number) for color in figures.COLORS for number in figures.NUMBERS]
    assert list(FACES) == table
    assert [(face.color, face.column) for face in FACES.values()] == table


@pytest.mark.parametrize("color", figures.COLORS)
@pytest.mark.parametrize("number", figures.NUMBERS)
def test_a_parsed_shape_has_the_cells_of_its_picture(color: str, number: int) -> None:
    drawn = PRINTED["blocks"][color][number - 1]
    shape = FACES[color, number].shape
    assert (shape.width, shape.height) == (len(drawn[0]), len(drawn))
    corners = [(x, y) for x in range(10 - shape.width + 1) for y in range(11 - shape.height + 1)]
    assert sorted(cells_of(shape.inside)) == corners
