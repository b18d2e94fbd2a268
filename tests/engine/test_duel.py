"""The chapter "Duel": mini blocks on the other one's sheet, and who can go on longer."""

import pytest

from engine.brikks.game import BRIKKS
from engine.brikks.sheet import Sheet
from engine.brikks.state import State
from engine.ranking import places, winners
from tests.engine.boards import (
    EMPTY,
    FULL,
    board,
    bomb,
    drop,
    duel,
    keep,
    mini,
    new_game,
    picture,
    place,
    play,
    refusal,
    reroll,
    roll,
    sheet,
    start,
    waive,
)

TWO_ROWS = """
    ########..
    ########..
"""
"""The square of black 1 at 8, 0 completes two rows."""
FOUR_ROWS = "\n".join(["#########."] * 4)
"""The upright bar of black 3 at 9, 0 completes four rows."""


def with_minis(against: str, rows: int = 2, **figures: int) -> State:
    """A duel in which seat 0 has just earned one mini block, or with four rows four of them, against this sheet."""
    block, before, x = ("black 1", TWO_ROWS, 8) if rows == 2 else ("black 3", FOUR_ROWS, 9)
    return play(duel(block, sheet(before), sheet(against, **figures)), place(0, block, x, 0), bomb(1))


def minis(state: State, seat: int = 0) -> list[list[int]]:
    shown: list[list[int]] = sorted(BRIKKS.options(state, seat)["mini"])
    return shown


def winners_of(state: State) -> list[int]:
    return winners(BRIKKS.outcome(state).merits, [{seat} for seat in BRIKKS.forfeits(state)])


def test_a_duel_begins_as_usual() -> None:
    state = play(new_game("duel", 1, 4), start(1, "red"), start(0, "blue"), roll(0, "red 1"), reroll(0, "black 1"))
    assert [(one.level, one.ready, one.bombs) for one in state.sheets] == [(1, 2, 0), (4, 2, 0)]
    state = play(state, bomb(0), place(1, "black 1", 5, 0))
    assert BRIKKS.awaiting(state) == ("roll", [1])


def test_levels_count_as_usual() -> None:
    floor = "##########\n" * 3
    state = duel("red 1", sheet(floor, level=1), sheet(floor, level=4))
    state = play(state, place(0, "red 1", 0, 3), place(1, "red 1", 0, 3))
    assert [one.ready for one in state.sheets] == [3, 0]


def test_there_is_no_extra_points_bar() -> None:
    state = with_minis(EMPTY)
    assert [score["bonus"] for score in BRIKKS.outcome(state).scores] == [0, 0]


def test_every_pink_x_circled_gives_a_mini_block() -> None:
    floor = "##########\n" * 3
    state = play(duel("black 1", sheet(floor, circled=6), sheet()), place(0, "black 1", 0, 3), bomb(1))
    assert BRIKKS.awaiting(state) == ("minis", [0])
    assert BRIKKS.options(state, 0)["owed"] == 1


@pytest.mark.parametrize(
    ("block", "x", "before", "owed"),
    [
        ("black 4", 6, "######....", 0),
        ("black 1", 8, "########..\n" * 2, 1),
        ("yellow 3", 8, "########..\n########.#\n########.#", 2),
        ("black 3", 9, "#########.\n" * 4, 4),
    ],
)
def test_crosses_for_rows_completed_at_once_are_mini_blocks(block: str, x: int, before: str, owed: int) -> None:
    state = play(duel(block, sheet(before), sheet()), place(0, block, x, 0), bomb(1))
    assert BRIKKS.options(state, 0).get("owed", 0) == owed
    assert BRIKKS.awaiting(state) == (("minis", [0]) if owed else ("roll", [1]))


def test_a_pink_x_and_rows_give_mini_blocks_together() -> None:
    before = "..########\n..########\n" + "##########\n" * 3
    state = play(duel("black 1", sheet(before, circled=6), sheet()), place(0, "black 1", 0, 3), bomb(1))
    assert BRIKKS.options(state, 0)["owed"] == 2


def test_mini_blocks_are_drawn_at_the_end_of_the_round() -> None:
    state = play(duel("black 1", sheet(TWO_ROWS), sheet()), place(0, "black 1", 8, 0))
    assert BRIKKS.awaiting(state) == ("moves", [1])
    assert refusal(state, mini(0, 4, 0)) == "turn/wrong-phase"
    assert BRIKKS.awaiting(play(state, bomb(1))) == ("minis", [0])


def test_a_mini_block_is_a_single_cell_on_the_opponents_sheet() -> None:
    state = play(with_minis(EMPTY), mini(0, 4, 0))
    assert picture(state.sheets[1]) == board("....+.....")
    assert picture(state.sheets[0]) == board("##########\n" * 2)


def test_when_all_are_drawn_the_next_player_rolls() -> None:
    state = play(with_minis(EMPTY), mini(0, 4, 0))
    assert BRIKKS.awaiting(state) == ("roll", [1])
    assert refusal(state, mini(0, 6, 0)) == "turn/wrong-phase"


def test_a_mini_block_falls_and_slides_like_any_block() -> None:
    state = with_minis("""
        ####......
        #.........
        #.##.#####
    """)
    cells = [[0, 3], [1, 0], [1, 3], [2, 1], [2, 3], [3, 1], [3, 3], [4, 0]]
    assert minis(state) == cells + [[x, 1] for x in range(5, 10)]
    assert picture(play(state, mini(0, 1, 0)).sheets[1]) == board("""
        ####......
        #.........
        #+##.#####
    """)


def test_a_mini_block_gets_into_no_closed_cavity() -> None:
    state = with_minis("""
        #####.....
        #...#.....
        #.#.#.....
    """)
    assert refusal(state, mini(0, 1, 0)) == "mini/unreachable"
    assert refusal(state, mini(0, 2, 1)) == "mini/unreachable"


def test_a_mini_block_does_not_float_overlap_or_leave_the_sheet() -> None:
    state = with_minis("#.........")
    assert refusal(state, mini(0, 4, 1)) == "mini/floating"
    assert refusal(state, mini(0, 0, 0)) == "mini/overlap"
    for x, y in [(-1, 0), (10, 0), (0, 11), (0, -1)]:
        assert refusal(state, mini(0, x, y)) == "mini/outside"


def test_a_mini_block_settles_nothing_for_anybody() -> None:
    drawn = """
        ####.#####
        ##########
        ##########
    """
    before = with_minis(drawn, circled=6)
    after = play(before, mini(0, 4, 2))
    assert figures(after.sheets[1]) == figures(before.sheets[1])
    assert figures(after.sheets[0]) == (*figures(before.sheets[0])[:2], 0, 0)


def figures(one: Sheet) -> tuple[int, int, int, int]:
    return one.ready, one.circled, one.crosses, one.bombs


def test_a_dot_covered_by_a_mini_block_is_lost() -> None:
    floor = "##########\n" * 3
    state = play(with_minis(floor), mini(0, 0, 3))
    state = play(state, roll(1, "black 1"), keep(1), bomb(0), place(1, "black 1", 0, 4))
    assert (state.sheets[1].ready, state.sheets[1].circled) == (2, 4)


def test_a_row_completed_by_a_mini_block_earns_nothing() -> None:
    state = play(with_minis("#########."), mini(0, 9, 0))
    assert picture(state.sheets[1]) == board("##########")
    assert [one.crosses for one in state.sheets] == [0, 0]


def test_mini_blocks_of_one_round_may_touch_only_at_corners() -> None:
    state = play(with_minis("####......", rows=4), mini(0, 4, 0))
    assert refusal(state, mini(0, 5, 0)) == "mini/touching"
    assert refusal(state, mini(0, 4, 1)) == "mini/touching"
    state = play(state, mini(0, 3, 1))
    assert refusal(state, mini(0, 2, 1)) == "mini/touching"
    assert picture(play(state, mini(0, 6, 0)).sheets[1]) == board("""
        ...+......
        ####+.+...
    """)


def test_mini_blocks_may_touch_what_was_drawn_before() -> None:
    state = play(with_minis(EMPTY), mini(0, 4, 0))
    state = play(state, roll(1, "black 3"), keep(1), bomb(0), bomb(1))
    again = state._replace(sheets=(sheet(TWO_ROWS), state.sheets[1]))
    again = play(again, roll(0, "black 1"), keep(0), place(0, "black 1", 8, 0), bomb(1))
    assert [4, 1] in minis(again)
    assert picture(play(again, mini(0, 5, 0)).sheets[1]) == board("....++....")


def test_mini_blocks_may_touch_those_that_the_other_player_draws() -> None:
    """They never lie on the same sheet, so each player has only their own to keep apart."""
    state = play(duel("black 1", *[sheet(TWO_ROWS)] * 2), place(0, "black 1", 8, 0), place(1, "black 1", 8, 0))
    state = play(state, mini(0, 4, 2))
    assert [4, 2] in minis(state, 1)
    assert [5, 2] in minis(state, 1)


def test_ruling_drawing_mini_blocks_is_optional() -> None:
    state = with_minis(EMPTY, rows=4)
    waived = play(state, waive(0))
    assert picture(waived.sheets[1]) == board(EMPTY)
    assert BRIKKS.awaiting(waived) == ("roll", [1])
    some = play(state, mini(0, 0, 0), waive(0))
    assert picture(some.sheets[1]) == board("+.........")
    assert BRIKKS.awaiting(some) == ("roll", [1])


def test_ruling_waived_mini_blocks_do_not_come_back() -> None:
    state = play(with_minis(EMPTY, rows=4), waive(0))
    assert state.sheets[0].crosses == 0
    state = play(state, roll(1, "red 1"), keep(1), bomb(0), bomb(1))
    assert BRIKKS.awaiting(state) == ("roll", [0])


def test_ruling_only_who_is_owed_a_mini_block_may_draw_or_waive() -> None:
    state = with_minis(EMPTY)
    assert refusal(state, mini(1, 0, 2)) == "mini/none-owed"
    assert refusal(state, waive(1)) == "mini/none-owed"


def test_ruling_mini_blocks_without_a_legal_cell_lapse_by_themselves() -> None:
    state = with_minis(FULL)
    assert BRIKKS.awaiting(state) == ("roll", [1])
    assert state.sheets[0].crosses == 0


def test_ruling_mini_blocks_lapse_when_the_others_have_taken_the_last_cell() -> None:
    room_for_one = "\n".join([".#########"] * 2 + ["##########"] * 9)
    state = with_minis(room_for_one, rows=4)
    assert BRIKKS.options(state, 0) == {"mini": [[0, 9]], "owed": 4}
    state = play(state, mini(0, 0, 9))
    assert BRIKKS.awaiting(state) == ("roll", [1])
    assert state.sheets[0].crosses == 0


def test_ruling_lapsed_mini_blocks_leave_those_of_the_other_player() -> None:
    state = duel("black 1", sheet(TWO_ROWS), sheet("########..\n########..\n" + "##########\n" * 9))
    state = play(state, place(0, "black 1", 8, 0), place(1, "black 1", 8, 9))
    assert BRIKKS.awaiting(state) == ("minis", [1])


def test_ruling_the_two_players_draw_in_any_order() -> None:
    state = play(duel("black 1", *[sheet(TWO_ROWS)] * 2), place(0, "black 1", 8, 0), place(1, "black 1", 8, 0))
    assert BRIKKS.awaiting(state) == ("minis", [0, 1])
    assert play(state, mini(0, 3, 2), mini(1, 5, 2)) == play(state, mini(1, 5, 2), mini(0, 3, 2))
    assert BRIKKS.awaiting(play(state, mini(1, 5, 2))) == ("minis", [0])


def test_ruling_there_is_no_limit_of_14_mini_blocks() -> None:
    state = duel("black 1", sheet(TWO_ROWS), sheet())
    for drawn in range(20):
        earning, suffering = state.sheets
        sheets = earning._replace(cells=sheet(TWO_ROWS).cells), suffering._replace(bombs=0)
        state = state._replace(sheets=sheets)
        if state.phase == "roll":
            state = play(state, roll(state.active, "black 1"), keep(state.active))
        state = play(state, place(0, "black 1", 8, 0), bomb(1))
        assert BRIKKS.options(state, 0)["owed"] == 1
        state = play(state, mini(0, drawn % 10, drawn // 10))
    assert picture(state.sheets[1]) == board("##########\n" * 2)


def test_ruling_a_row_made_full_with_the_help_of_mini_blocks_counts_as_full() -> None:
    state = play(with_minis("#########."), mini(0, 9, 0))
    assert BRIKKS.outcome(state).standing == (10, 5)


def test_ruling_a_block_that_completes_rows_with_the_help_of_mini_blocks_earns_mini_blocks() -> None:
    state = play(with_minis("#######...\n########.."), mini(0, 9, 0))
    assert picture(state.sheets[1]) == board("""
        #######...
        ########.+
    """)
    state = play(state, roll(1, "white 3"), keep(1), bomb(0), place(1, "white 3", 7, 0))
    assert BRIKKS.awaiting(state) == ("minis", [1])
    assert BRIKKS.options(state, 1)["owed"] == 1


@pytest.mark.parametrize("first", [0, 1])
def test_stuck_in_the_same_round_compares_row_points(first: int) -> None:
    less = FULL.replace("##########", "#########.", 1)
    state = duel("black 1", sheet(FULL), sheet(less, ready=20))
    state = play(state, drop(first, "stuck"), drop(1 - first, "stuck"))
    assert BRIKKS.outcome(state).finished
    assert winners_of(state) == [0]


def test_row_points_are_compared_with_their_multipliers() -> None:
    low_row = "\n".join(["########..", *["######...#"] * 9, "##########"])
    top_row = "\n".join(["#########.", *["######...#"] * 10])
    state = duel("black 4", sheet(low_row), sheet(top_row))
    state = play(state, drop(0, "stuck"), drop(1, "stuck"))
    assert BRIKKS.outcome(state).merits == (5 + 4, 2 * 4)
    assert winners_of(state) == [0]


def test_points_for_bombs_and_energy_decide_nothing() -> None:
    state = duel("black 1", sheet(FULL, bombs=3, ready=0), sheet(FULL, ready=9))
    state = play(state, drop(0, "stuck"), drop(1, "stuck"))
    assert winners_of(state) == [0, 1]


def test_ruling_equal_row_points_are_a_draw() -> None:
    state = play(duel("black 1", sheet(FULL), sheet(FULL)), drop(0, "stuck"), drop(1, "stuck"))
    assert winners_of(state) == [0, 1]
    assert places(BRIKKS.outcome(state).merits, []) == [1, 1]


@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_if_only_one_is_stuck_the_other_wins_at_the_end_of_the_round(seat: int) -> None:
    state = duel("black 1", *[sheet(FULL) if one == seat else sheet() for one in range(2)])
    state = play(state, drop(seat, "stuck"))
    assert BRIKKS.awaiting(state) == ("moves", [1 - seat])
    state = play(state, bomb(1 - seat))
    assert BRIKKS.awaiting(state) == ("over", [])
    assert winners_of(state) == [1 - seat]


def test_ruling_going_on_longer_beats_more_row_points() -> None:
    state = play(duel("black 1", sheet(FULL), sheet()), drop(0, "stuck"), place(1, "black 1", 0, 0))
    assert winners_of(state) == [1]


def test_ruling_the_mini_blocks_of_the_round_in_which_one_is_stuck_are_not_drawn() -> None:
    room = "\n".join([".#########", *["##########"] * 10])
    state = play(duel("black 1", sheet(TWO_ROWS), sheet(room)), drop(1, "stuck"), place(0, "black 1", 8, 0))
    assert BRIKKS.awaiting(state) == ("over", [])
    assert picture(state.sheets[1]) == board(room)
    assert refusal(state, mini(0, 0, 10)) == "game/over"


@pytest.mark.parametrize("reason", ["resign", "timeout"])
@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_a_forfeit_ends_a_duel_and_loses_it(reason: str, seat: int) -> None:
    moments = [new_game("duel", 1, 1), duel("red 1", sheet(FULL), sheet()), with_minis(EMPTY)]
    for state in moments:
        over = play(state, drop(seat, reason))
        assert BRIKKS.awaiting(over) == ("over", [])
        assert winners_of(over) == [1 - seat]
        assert refusal(over, drop(1 - seat, reason)) == "game/over"


def test_ruling_a_forfeit_loses_even_to_somebody_stuck() -> None:
    state = play(duel("black 1", sheet(FULL), sheet()), drop(0, "stuck"), drop(1, "timeout"))
    assert winners_of(state) == [0]


def test_stopped_as_it_stands_a_duel_compares_row_points() -> None:
    state = duel("black 1", sheet("##########"), sheet("########.."))
    assert BRIKKS.outcome(state).standing == (5, 1)
