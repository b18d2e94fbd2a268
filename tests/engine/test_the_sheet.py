"""The chapter "The sheet": its size, its dots, its multipliers, the energy bar, the extra points bar and the bombs."""

import pytest

from engine.brikks.board import ROW_CELLS, cells_of
from engine.brikks.drawing import board_lines
from engine.brikks.figures import BOMBS, COLORS, DOTS, EXTRA_POINTS, PINK_CIRCLES, ROW_MULTIPLIERS
from engine.brikks.scoring import extra_points, score
from engine.brikks.sheet import ENERGY_BAR, new_sheet, use_bomb
from engine.brikks.state import SOLO, STANDARD
from tests.engine.boards import FULL, board, picture, sheet

BAR = [0, 1, 3, 6, 10, 15, 21, 28, 36, 44, 51, 58, 64, 70, 75]

PRINTED_SHEET = """
10 . . . . . . g . . .  x4
 9 r . . . . . . . b .  x2
 8 . . . k . . . . . .  x2
 7 . . . . . . . w . .  x2
 6 . y . . . . . . . .  x2
 5 . . . . . r . . . .  x2
 4 . . b . . . . . . y  x1
 3 k . . . . . . g . .  x1
 2 . . . . w . . . . .  x1
 1 . . . . . . . . . .  x1
 0 . . . . . . . . . .  x1
"""


def test_an_empty_sheet_looks_as_printed() -> None:
    assert "\n".join(board_lines(sheet())) == PRINTED_SHEET.strip("\n")


def test_a_sheet_has_ten_columns_and_eleven_rows() -> None:
    assert sorted(cells_of(sheet(FULL).cells)) == [(x, y) for x in range(10) for y in range(11)]
    assert [sorted(cells_of(row)) for row in ROW_CELLS] == [[(x, y) for x in range(10)] for y in range(11)]


def test_there_are_twelve_dots_two_of_each_colour() -> None:
    colors = [color for _, _, color in DOTS]
    assert len(DOTS) == 12
    assert {color: colors.count(color) for color in COLORS} == dict.fromkeys(COLORS, 2)


def test_lower_rows_count_once_orange_rows_twice_and_the_top_row_four_times() -> None:
    assert [ROW_MULTIPLIERS[y] for y in range(5)] == [1] * 5
    assert [ROW_MULTIPLIERS[y] for y in range(5, 10)] == [2] * 5
    assert ROW_MULTIPLIERS[10] == 4


def test_the_energy_bar_has_28_circles_and_every_third_from_the_seventh_is_pink() -> None:
    pink = [circled + 1 for circled in range(28) if ENERGY_BAR[circled][1] == (1, 1)]
    assert pink == [7, 10, 13, 16, 19, 22, 25, 28] == list(PINK_CIRCLES)
    assert ENERGY_BAR[28][1] == (0, 0)


def test_the_first_four_circles_are_printed_as_ready() -> None:
    four_players = new_sheet(1, 4)
    assert (four_players.ready, four_players.circled) == (4, 4)


@pytest.mark.parametrize(("crosses", "points"), list(enumerate(BAR)))
def test_the_extra_points_bar_gives_the_field_after_the_last_cross(crosses: int, points: int) -> None:
    assert extra_points(crosses) == points
    assert score(sheet(crosses=crosses), STANDARD).bonus == points


def test_the_extra_points_bar_has_room_for_fourteen_crosses() -> None:
    assert len(EXTRA_POINTS) == 1 + 14


def test_three_bombs_worth_one_two_and_four_are_used_in_that_order() -> None:
    assert BOMBS == (1, 2, 4)
    one = sheet()
    values = []
    for _ in range(3):
        before = score(one, SOLO).bombs
        one = use_bomb(one)
        values.append(before - score(one, SOLO).bombs)
    assert values == [1, 2, 4]


def test_pictures_are_read_and_drawn_alike() -> None:
    shown = """
        .........#
        #####.....
    """
    assert picture(sheet(shown)) == board(shown)
    assert list(cells_of(sheet("#.........").cells)) == [(0, 0)]
