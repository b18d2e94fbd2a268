"""Duels and mini blocks under the plain referee."""

import pytest

from tests.engine.plain.figures import Cell
from tests.engine.plain.header import Fault
from tests.engine.plain.options import options
from tests.engine.plain.referee import referee
from tests.engine.plain.scenes import FULL, board, by, drop, mini, place, play, record, table_in_moves
from tests.engine.plain.sheet import score
from tests.engine.plain.table import Table, mini_cells, winners

TWO_ROWS_BUT_A_SQUARE = board("########..", "########..")


def table_with_a_mini_owed(other: set[Cell]) -> Table:
    table = table_in_moves("duel", [2, 2], ("black", 1), TWO_ROWS_BUT_A_SQUARE, other)
    return play(table, place(0, "black", 1, 8, 0), by(1, "bomb"))


def test_rows_in_a_duel_give_a_mini_block_on_the_other_sheet() -> None:
    table = table_with_a_mini_owed(set())
    cells = [[x, 0] for x in range(10)]
    assert options(table) == {"ok": True, "phase": "minis", "seats": {"0": {"mini": cells, "owed": 1}}}
    play(table, mini(0, 4, 0))
    assert table.sheets[1].drawn == {(4, 0)}
    assert (table.phase, table.active) == ("roll", 1)


def test_a_mini_block_settles_nothing_and_takes_the_dot() -> None:
    almost = board("####.#####", "##########", "##########") - {(3, 2)}
    table = table_with_a_mini_owed(almost)
    before = (table.sheets[1].ready, table.sheets[1].circles_used, table.sheets[1].crosses)
    play(table, mini(0, 4, 2))
    assert (table.sheets[1].ready, table.sheets[1].circles_used, table.sheets[1].crosses) == before


def test_a_mini_block_can_be_waived_once() -> None:
    table = play(table_with_a_mini_owed(set()), by(0, "waive"))
    assert table.phase == "roll"
    with pytest.raises(Fault):
        play(table, by(0, "waive"))


def test_a_mini_block_slides_but_never_into_a_cavity() -> None:
    drawn = board(
        "####......",
        "#.........",
        "#.##.#####",
    )
    table = table_with_a_mini_owed(drawn)
    assert {(1, 0), (4, 0), (2, 1), (0, 3)} <= mini_cells(table, 0)
    table = table_with_a_mini_owed(drawn | {(4, 1), (4, 2)})
    assert {(1, 0), (2, 1)} & mini_cells(table, 0) == set()


def test_mini_blocks_of_one_round_touch_only_at_corners() -> None:
    drawn = board("####......")
    table = table_with_a_mini_owed(drawn)
    table.owed[0] = 3
    play(table, mini(0, 4, 0))
    assert {(5, 0), (4, 1)} & mini_cells(table, 0) == set()
    assert (3, 1) in mini_cells(table, 0)
    with pytest.raises(Fault):
        play(table, mini(0, 5, 0))
    play(table, mini(0, 3, 1))
    assert {(2, 1), (3, 2)} & mini_cells(table, 0) == set()


def test_mini_blocks_of_both_players_may_touch_those_of_earlier_rounds() -> None:
    table = play(table_with_a_mini_owed(set()), mini(0, 4, 0))
    table.phase, table.owed = "minis", {0: 1}
    assert (4, 1) in mini_cells(table, 0)


def test_mini_blocks_without_a_legal_cell_lapse() -> None:
    assert table_with_a_mini_owed(FULL).phase == "roll"
    table = table_in_moves("duel", [2, 2], ("black", 3), set(), FULL - {(0, 10), (0, 9)})
    table.sheets[0].drawn = board(*["#########."] * 4)
    play(table, place(0, "black", 3, 9, 0), by(1, "bomb"))
    assert options(table)["seats"] == {"0": {"mini": [[0, 9]], "owed": 4}}
    assert play(table, mini(0, 0, 9)).phase == "roll"


def test_both_players_draw_mini_blocks_in_any_order() -> None:
    table = table_in_moves("duel", [2, 2], ("black", 1), *[TWO_ROWS_BUT_A_SQUARE] * 2)
    play(table, place(1, "black", 1, 8, 0), place(0, "black", 1, 8, 0))
    assert set(options(table)["seats"]) == {"0", "1"}
    play(table, mini(1, 0, 2), by(0, "waive"))
    assert table.phase == "roll"


def test_a_duel_ends_when_one_is_stuck_and_no_mini_block_is_drawn() -> None:
    table = table_in_moves("duel", [2, 2], ("black", 1), TWO_ROWS_BUT_A_SQUARE, FULL)
    play(table, drop(1, "stuck"))
    assert table.phase == "moves"
    play(table, place(0, "black", 1, 8, 0))
    assert (table.phase, winners(table)) == ("over", [0])


def test_both_stuck_compare_row_points() -> None:
    low = FULL - {(x, y) for x in range(4) for y in range(9)}
    table = table_in_moves("duel", [2, 2], ("black", 1), low, FULL)
    assert winners(play(table, drop(0, "stuck"), drop(1, "stuck"))) == [1]
    table = table_in_moves("duel", [2, 2], ("black", 1), FULL, FULL)
    assert winners(play(table, drop(0, "stuck"), drop(1, "stuck"))) == [0, 1]


def test_a_forfeit_loses_a_duel_to_everything_else() -> None:
    assert referee(record("duel", [1, 1], drop(1, "resign")))["winners"] == [0]
    assert referee(record("duel", [1, 1], drop(1, "resign"), drop(0, "resign"))) == {"ok": False, "at": 2}
    table = table_in_moves("duel", [2, 2], ("black", 1), FULL, set())
    assert winners(play(table, drop(0, "stuck"), drop(1, "timeout"))) == [0]
    table = play(table_with_a_mini_owed(set()), drop(0, "resign"))
    assert (table.phase, winners(table)) == ("over", [1])


def test_a_duel_has_no_bonus_and_no_stop() -> None:
    table = table_with_a_mini_owed(set())
    assert score(table.sheets[0], with_bonus=False)["bonus"] == 0
    assert referee(record("duel", [1, 1], drop(1, "stop"))) == {"ok": False, "at": 1}
