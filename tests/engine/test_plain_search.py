"""Where blocks can land, on boards drawn by hand."""

from tests.engine.plain.figures import COLUMNS, ROWS, block
from tests.engine.plain.scenes import board
from tests.engine.plain.search import is_legal_path, landings


def test_an_empty_sheet_takes_a_block_in_every_column_it_fits() -> None:
    assert landings(set(), block("black", 4)) == {(x, 0) for x in range(7)}
    assert landings(set(), block("black", 3)) == {(x, 0) for x in range(10)}


def test_a_block_slides_under_an_overhang() -> None:
    drawn = board(
        "..###.....",
        "....#.....",
        "....#.....",
    )
    assert (2, 0) in landings(drawn, block("black", 1))
    assert is_legal_path(drawn, block("black", 1), 0, ["down"] * 11 + ["right"] * 2, (2, 0))
    assert not is_legal_path(drawn, block("black", 1), 2, ["down"] * 11, (2, 0))


def test_a_block_never_gets_into_a_closed_cavity() -> None:
    drawn = board(
        "##########",
        "#...######",
        "#...######",
    )
    assert all(y >= 3 for _, y in landings(drawn, block("black", 1)))
    assert landings(drawn, ["#"]) == {(x, 3) for x in range(10)}


def test_a_gap_too_narrow_for_the_block_stays_shut() -> None:
    drawn = board(
        "####.#####",
        "#........#",
        "#........#",
    )
    assert {(x, y) for x, y in landings(drawn, block("black", 1)) if y < 3} == set()
    upright = {(4, 0)}
    assert {(x, y) for x, y in landings(drawn, block("black", 3)) if y < 3} == upright
    assert {x for x, y in landings(drawn, ["#"]) if y == 0} == set(range(1, 9))


def test_a_block_slides_on_after_it_has_landed() -> None:
    drawn = board(
        ".......##.",
        ".......#..",
        "#######...",
    )
    assert is_legal_path(drawn, ["#"], 9, ["down"] * 11 + ["left"] * 2, (7, 0))
    assert (7, 0) in landings(drawn, ["#"])
    assert (7, 0) not in landings(drawn | {(9, 2)}, ["#"])


def test_a_block_passes_over_a_tower_partly_above_the_sheet() -> None:
    drawn = {(x, y) for x in (3, 4) for y in range(ROWS - 1)}
    square = block("black", 1)
    assert (3, ROWS - 1) not in landings(drawn, square)
    assert is_legal_path(drawn, square, 0, "down right right right right right down", (5, 9))
    assert not is_legal_path(drawn, square, 0, "down down right right", (2, 9))
    assert (5, 0) in landings(drawn, square)


def test_a_block_slides_into_the_top_rows_from_partly_above_the_sheet() -> None:
    drawn = {(x, y) for x in range(COLUMNS) for y in range(ROWS - 2)} | {(4, 9), (9, 9), (9, 10)}
    assert landings(drawn, block("black", 1)) == {(x, 9) for x in (0, 1, 2, 5, 6, 7)}
    assert landings(drawn | {(x, 9) for x in range(COLUMNS)}, block("black", 1)) == set()


def test_a_landing_wholly_inside_does_not_need_a_free_column_above() -> None:
    drawn = {(x, y) for x in range(COLUMNS) for y in range(9)} | {(x, 10) for x in range(4, 10)}
    assert (6, 9) in landings(drawn, block("black", 4))
    assert (6, 9) not in landings(drawn | {(3, 9)}, block("black", 4))


def test_a_path_keeps_to_the_sides_and_knows_three_steps() -> None:
    assert not is_legal_path(set(), ["#"], 0, ["left"], (-1, 11))
    assert not is_legal_path(set(), ["#"], 9, ["right"], (10, 11))
    assert not is_legal_path(set(), ["#"], 3, ["down", "up"], (3, 11))
    assert not is_legal_path(set(), ["#"], 3, ["down"] * 12, (3, -1))
    assert not is_legal_path(set(), ["##"], 9, [], (9, 11))
    assert is_legal_path(set(), ["#"], 3, ["down"] * 11, (3, 0))
