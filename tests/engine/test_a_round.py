"""The chapter "A round": the roll and the reroll, the three answers, the price of another block, and who is next."""

from typing import Any

import pytest

from engine.brikks.blocks import FACE_LIST, price
from engine.brikks.game import BRIKKS
from engine.brikks.state import State
from engine.errors import Refused
from tests.engine.boards import (
    FULL,
    before_roll,
    board,
    bomb,
    drop,
    face,
    in_moves,
    keep,
    picture,
    place,
    play,
    refusal,
    reroll,
    roll,
    sheet,
    solo,
)

ALMOST_FULL = "\n".join(["..........", *["##########"] * 10])
"""Only lying bars and mini blocks still fit."""


def three(active: int = 0) -> State:
    return before_roll("standard", sheet(), sheet(), sheet(), active=active)


def rolled(block: str = "red 1") -> State:
    """Three players with a roll to answer."""
    return play(three(), roll(0, block), keep(0))


def prices(state: State, seat: int = 0) -> dict[str, int]:
    """What each block that a seat can place costs."""
    return {f"{color} {column}": cost for color, column, _, _, cost in BRIKKS.options(state, seat)["place"]}


def test_the_active_player_rolls_both_dice() -> None:
    state = play(three(), roll(0, "blue 3"))
    assert (state.roll.color, state.roll.column) == ("blue", 3)
    assert BRIKKS.awaiting(three()) == ("roll", [0])
    assert BRIKKS.options(three(), 0) == {"roll": True}
    assert BRIKKS.options(three(), 1) == {}


def test_nobody_else_rolls() -> None:
    assert refusal(three(), roll(1, "blue 3")) == "turn/other-seat"
    assert refusal(three(active=1), roll(0, "blue 3")) == "turn/other-seat"


def test_the_active_player_may_keep_the_roll_or_roll_both_dice_once_more() -> None:
    state = play(three(), roll(0, "blue 3"))
    assert BRIKKS.awaiting(state) == ("decide", [0])
    assert BRIKKS.options(state, 0) == {"decide": ["keep", "reroll"]}
    assert play(state, keep(0)).roll is face("blue 3")
    assert play(state, reroll(0, "white 2")).roll is face("white 2")


def test_nobody_else_decides_on_the_reroll() -> None:
    state = play(three(), roll(0, "blue 3"))
    assert refusal(state, keep(1)) == "turn/other-seat"
    assert refusal(state, reroll(2, "red 1")) == "turn/other-seat"


def test_the_second_roll_stands() -> None:
    state = play(three(), roll(0, "blue 3"), reroll(0, "white 2"))
    assert BRIKKS.awaiting(state).phase == "moves"
    assert refusal(state, reroll(0, "red 1")) == "turn/wrong-phase"
    assert refusal(state, keep(0)) == "turn/wrong-phase"


def test_the_second_roll_may_show_the_same() -> None:
    state = play(three(), roll(0, "blue 3"), reroll(0, "blue 3"))
    assert state.roll is face("blue 3")


def test_nobody_answers_before_the_roll_stands() -> None:
    state = play(three(), roll(0, "blue 3"))
    assert refusal(state, place(0, "blue 3", 0, 0)) == "turn/wrong-phase"
    assert refusal(state, bomb(1)) == "turn/wrong-phase"
    assert refusal(three(), bomb(0)) == "turn/wrong-phase"


def test_there_is_no_second_roll_in_a_solo_game() -> None:
    state = play(before_roll("solo", sheet()), roll(0, "blue 3"))
    assert BRIKKS.awaiting(state) == ("moves", [0])
    assert refusal(state, keep(0)) == "roll/no-reroll"
    assert refusal(state, reroll(0, "red 1")) == "roll/no-reroll"


def test_a_duel_has_a_reroll() -> None:
    state = play(before_roll("duel", sheet(), sheet()), roll(0, "blue 3"))
    assert BRIKKS.awaiting(state) == ("decide", [0])


def test_rolls_are_counted_and_rerolls_are_not() -> None:
    state = play(three(), roll(0, "red 1"), reroll(0, "red 2"))
    assert state.round == 1
    state = play(state, *(place(seat, "red 2", 0, 0) for seat in range(3)), roll(1, "red 1"))
    assert state.round == 2


def test_everybody_still_in_uses_the_rolled_block_on_their_own_sheet() -> None:
    state = rolled("black 4")
    assert BRIKKS.awaiting(state) == ("moves", [0, 1, 2])
    state = play(state, place(0, "black 4", 0, 0), place(1, "black 4", 3, 0), place(2, "black 4", 6, 0))
    assert [picture(one) for one in state.sheets] == [board("KKKK......"), board("...KKKK..."), board("......KKKK")]


def test_who_is_out_is_not_asked() -> None:
    state = in_moves("standard", "red 1", sheet(), sheet(FULL, left="stuck"), sheet())
    assert BRIKKS.awaiting(state) == ("moves", [0, 2])
    assert refusal(state, bomb(1)) == "seat/out"


def test_answers_may_come_in_any_order() -> None:
    one = play(rolled(), bomb(2), place(0, "red 1", 0, 0), place(1, "red 1", 5, 0))
    other = play(rolled(), place(1, "red 1", 5, 0), bomb(2), place(0, "red 1", 0, 0))
    assert one == other


@pytest.mark.parametrize("first", [place(1, "red 1", 0, 0), bomb(1)])
@pytest.mark.parametrize("second", [place(1, "red 1", 4, 0), bomb(1), drop(1, "stuck")])
def test_each_does_exactly_one_thing(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert refusal(play(rolled(), first), second) == "turn/already-answered"


def test_the_rolled_block_costs_nothing() -> None:
    state = play(solo("red 1", sheet(ready=0)), place(0, "red 1", 0, 0))
    assert state.sheets[0].ready == 0


@pytest.mark.parametrize(
    ("rolled_block", "used", "cost"),
    [
        ("white 1", "white 2", 1),
        ("white 1", "white 3", 2),
        ("white 1", "white 4", 3),
        ("white 4", "white 1", 3),
        ("green 3", "green 2", 1),
        ("green 3", "green 4", 1),
        ("black 2", "black 4", 2),
    ],
)
def test_each_column_moved_in_the_same_row_costs_one_energy(rolled_block: str, used: str, cost: int) -> None:
    paid = play(solo(rolled_block, sheet(ready=cost)), place(0, used, 0, 0))
    assert paid.sheets[0].ready == 0
    assert refusal(solo(rolled_block, sheet(ready=cost - 1)), place(0, used, 0, 0)) == "move/energy"


def test_there_is_no_way_around_from_column_4_to_column_1() -> None:
    assert price(face("white 4"), face("white 1")) == price(face("white 1"), face("white 4")) == 3


def test_any_block_of_another_colour_costs_five_energy() -> None:
    state = solo("white 1", sheet(ready=5))
    assert play(state, place(0, "black 4", 0, 0)).sheets[0].ready == 0
    assert refusal(solo("white 1", sheet(ready=4)), place(0, "black 4", 0, 0)) == "move/energy"


def test_five_energy_give_the_choice_of_all_24_blocks() -> None:
    shown = prices(solo("white 2", sheet(ready=5)))
    row = {"white 1": 1, "white 2": 0, "white 3": 1, "white 4": 2}
    assert shown == {f"{one.color} {one.column}": 5 for one in FACE_LIST} | row


def test_options_list_only_what_a_seat_can_afford() -> None:
    assert prices(solo("white 2", sheet(ready=1))) == {"white 1": 1, "white 2": 0, "white 3": 1}
    assert prices(solo("white 2", sheet(ready=0))) == {"white 2": 0}
    assert prices(solo("white 2", sheet(ready=4))) == {"white 1": 1, "white 2": 0, "white 3": 1, "white 4": 2}


def test_options_are_exactly_the_placements_that_are_allowed() -> None:
    state = solo("red 3", sheet("##..#....."))
    listed = {(column, x, y) for _, column, x, y, _ in BRIKKS.options(state, 0)["place"]}
    everywhere = {(column, x, y) for column in range(1, 5) for x in range(10) for y in range(11)}
    assert listed == {(column, x, y) for column, x, y in everywhere if is_allowed(state, f"red {column}", x, y)}


def is_allowed(state: State, block: str, x: int, y: int) -> bool:
    try:
        play(state, place(0, block, x, y))
    except Refused:
        return False
    return True


def test_a_bomb_draws_nothing_and_is_crossed_out() -> None:
    state = play(solo("red 1", sheet("##........")), bomb(0))
    assert picture(state.sheets[0]) == board("##........")
    assert state.sheets[0].bombs == 1
    assert BRIKKS.outcome(state).scores[0]["bombs"] == 2 + 4


def test_a_bomb_may_be_used_although_the_block_fits() -> None:
    assert BRIKKS.options(solo("red 1", sheet()), 0)["bomb"] is True


def test_there_are_no_more_than_three_bombs() -> None:
    state = solo("red 1", sheet(bombs=3))
    assert BRIKKS.options(state, 0)["bomb"] is False
    assert refusal(state, bomb(0)) == "bomb/none-left"


def test_a_bomb_pays_for_no_energy() -> None:
    state = play(solo("red 1", sheet(ready=3)), bomb(0))
    assert (state.sheets[0].ready, state.sheets[0].circled) == (3, 4)


def test_who_cannot_place_the_block_may_drop_out() -> None:
    state = play(solo("black 1", sheet(ALMOST_FULL)), drop(0, "stuck"))
    assert state.sheets[0].left == "stuck"
    assert BRIKKS.awaiting(state) == ("over", [])


def test_ruling_answers_are_sealed_until_everyone_still_in_has_answered() -> None:
    state = play(rolled(), place(0, "red 1", 0, 0), bomb(1))
    assert BRIKKS.sealed(state) == [0, 1]
    assert BRIKKS.view(state, 2).sheets == rolled().sheets
    opened = play(state, bomb(2))
    assert BRIKKS.sealed(opened) == []
    assert BRIKKS.view(opened, 2) == opened


def test_the_answers_of_a_round_settle_each_player_alone() -> None:
    state = play(rolled(), place(0, "red 1", 3, 0), place(1, "red 1", 0, 0), bomb(2))
    assert [(one.ready, one.bombs) for one in state.sheets] == [(3, 0), (2, 0), (2, 1)]


def test_ruling_the_next_player_clockwise_becomes_active() -> None:
    order = []
    state = three()
    for turn in range(6):
        [seat] = BRIKKS.awaiting(state).seats
        order.append(seat)
        state = play(state, roll(seat, "black 4"), keep(seat))
        state = play(state, *(place(other, "black 4", 0, turn) for other in range(3)))
    assert order == [0, 1, 2, 0, 1, 2]


def test_ruling_who_is_out_is_passed_over_when_the_dice_go_round() -> None:
    out = sheet(FULL, left="stuck")
    state = in_moves("standard", "red 1", sheet(), out, out, sheet())
    state = play(state, bomb(0), bomb(3))
    assert BRIKKS.awaiting(state) == ("roll", [3])
    state = play(state, roll(3, "red 1"), keep(3), bomb(0), bomb(3))
    assert BRIKKS.awaiting(state) == ("roll", [0])


def test_ruling_who_dropped_out_in_this_round_does_not_roll_next() -> None:
    state = in_moves("standard", "black 1", sheet(), sheet(FULL), sheet())
    state = play(state, drop(1, "stuck"), bomb(0), bomb(2))
    assert BRIKKS.awaiting(state) == ("roll", [2])


def test_ruling_the_last_one_goes_on_rolling_with_rerolls() -> None:
    out = sheet(FULL, left="stuck")
    state = before_roll("standard", out, sheet(), out, active=1)
    state = play(state, roll(1, "red 1"), reroll(1, "red 2"), place(1, "red 2", 0, 0))
    assert BRIKKS.awaiting(state) == ("roll", [1])
    assert BRIKKS.awaiting(play(state, roll(1, "red 1"))) == ("decide", [1])
