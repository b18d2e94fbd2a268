"""Dots, energy, crosses and the score on the plain referee's sheet."""

import pytest

from tests.engine.plain.scenes import board
from tests.engine.plain.sheet import Sheet, draw_block, new_sheet, score, settle_dots


def test_the_example_of_the_score_is_73() -> None:
    drawn = board(
        "..........",
        ".#########",
        "#######...",
        "##########",
        "#########.",
        "####.#####",
        "##########",
        "##########",
        "##########",
        "##########",
        "##########",
    )
    sheet = Sheet(level=1, ready=2, circles_used=20, drawn=drawn, crosses=6, bombs_used=2)
    assert score(sheet, with_bonus=True) == {"rows": 47, "bonus": 21, "bombs": 4, "energy": 1, "total": 73}
    assert score(sheet, with_bonus=False)["total"] == 52


def test_no_more_than_fourteen_crosses_count() -> None:
    assert score(Sheet(level=1, ready=0, circles_used=4, crosses=20), with_bonus=True)["bonus"] == 75


@pytest.mark.parametrize(("level", "ready"), [(1, 3), (2, 2), (3, 1), (4, 0)])
def test_a_start_block_on_another_colours_dot_counts_by_level(level: int, ready: int) -> None:
    sheet = new_sheet(level, players=2)
    draw_block(sheet, "red", 1, 3, 0)
    assert sheet.ready == ready


def test_gains_come_before_losses_and_losses_stop_at_zero() -> None:
    sheet = Sheet(level=3, ready=0, circles_used=4)
    settle_dots(sheet, "white", {(4, 2), (0, 3)})
    assert (sheet.ready, sheet.circles_used) == (1, 6)
    sheet = Sheet(level=4, ready=1, circles_used=4)
    settle_dots(sheet, "white", {(0, 3)})
    assert (sheet.ready, sheet.circles_used) == (0, 4)


def test_a_pink_x_is_a_cross_and_a_full_bar_loses_energy() -> None:
    sheet = Sheet(level=1, ready=0, circles_used=6)
    assert settle_dots(sheet, "white", {(4, 2)}) == 1
    sheet = Sheet(level=1, ready=0, circles_used=27)
    assert settle_dots(sheet, "white", {(4, 2), (0, 3)}) == 1
    assert (sheet.ready, sheet.circles_used) == (1, 28)


def test_rows_completed_at_once_give_crosses() -> None:
    wall = {(x, y) for x in range(9) for y in range(6)}
    for rows, crosses in [(1, 0), (2, 1), (3, 2), (4, 4)]:
        drawn = wall - {(0, y) for y in range(rows, 6)}
        assert draw_block(Sheet(2, 0, 4, drawn), "black", 3, 9, 0) == crosses
