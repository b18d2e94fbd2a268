"""The chapter "Dropping out": stuck, forced, resigned, out of time, and stopping as the last one."""

import pytest

from engine.brikks.events import Drop
from engine.brikks.game import BRIKKS
from engine.brikks.state import State
from engine.ranking import places, winners
from tests.engine.boards import (
    FULL,
    before_roll,
    board,
    bomb,
    drop,
    in_moves,
    keep,
    new_game,
    picture,
    place,
    play,
    refusal,
    roll,
    sheet,
    solo,
    start,
)

SHAFT = "\n".join([".#########"] * 4 + ["##########"] * 7)
"""Only an upright bar still fits, at 0, 7."""


def four(phase: str = "roll") -> State:
    """Four players, seat 0 active: before the roll, deciding, or answering it."""
    state = before_roll("standard", *[sheet(level=2)] * 4)
    if phase == "roll":
        return state
    state = play(state, roll(0, "red 1"))
    return state if phase == "decide" else play(state, keep(0))


def places_of(state: State) -> list[int]:
    return places(BRIKKS.outcome(state).merits, [{seat} for seat in BRIKKS.forfeits(state)])


def winners_of(state: State) -> list[int]:
    return winners(BRIKKS.outcome(state).merits, [{seat} for seat in BRIKKS.forfeits(state)])


def test_ruling_who_has_no_landing_for_the_block_as_rolled_may_drop_out() -> None:
    state = solo("black 1", sheet(SHAFT))
    assert BRIKKS.options(state, 0)["drop"] is True
    assert play(state, drop(0, "stuck")).sheets[0].left == "stuck"


def test_ruling_spending_energy_instead_of_dropping_out_is_a_choice() -> None:
    state = solo("black 1", sheet(SHAFT, ready=2))
    assert BRIKKS.options(state, 0) == {"place": [["black", 3, 0, 7, 2]], "bomb": True, "drop": True}
    assert picture(play(state, place(0, "black 3", 0, 7)).sheets[0]) == board(FULL)


def test_ruling_a_bomb_instead_of_dropping_out_is_a_choice() -> None:
    state = play(solo("black 1", sheet(SHAFT)), bomb(0))
    assert (state.sheets[0].left, state.sheets[0].bombs) == ("", 1)


def test_ruling_who_can_place_the_rolled_block_may_not_drop_out_as_stuck() -> None:
    state = solo("black 3", sheet(SHAFT))
    assert BRIKKS.options(state, 0)["drop"] is False
    assert refusal(state, drop(0, "stuck")) == "drop/fits"


def test_ruling_another_rotation_of_the_rolled_colour_is_no_landing_as_rolled() -> None:
    assert play(solo("black 4", sheet(SHAFT)), drop(0, "stuck")).phase == "over"


def test_dropping_out_as_stuck_needs_a_roll_to_answer() -> None:
    state = before_roll("solo", sheet(FULL))
    assert refusal(state, drop(0, "stuck")) == "turn/wrong-phase"


def test_with_no_landing_no_energy_and_no_bomb_dropping_out_is_forced() -> None:
    state = solo("black 1", sheet(SHAFT, ready=1, bombs=3))
    assert BRIKKS.forced(state) == Drop(0, "stuck")
    assert BRIKKS.options(state, 0) == {"place": [], "bomb": False, "drop": True}
    assert BRIKKS.awaiting(state) == ("moves", [0])


@pytest.mark.parametrize("way_out", [{"ready": 2, "bombs": 3}, {"ready": 0, "bombs": 2}])
def test_nobody_is_forced_who_still_has_a_way_out(way_out: dict[str, int]) -> None:
    assert BRIKKS.forced(solo("black 1", sheet(SHAFT, **way_out))) is None


def test_a_landing_as_rolled_is_a_way_out() -> None:
    assert BRIKKS.forced(solo("black 3", sheet(SHAFT, ready=0, bombs=3))) is None


def test_only_who_has_not_answered_is_forced() -> None:
    helpless = sheet(FULL, bombs=3)
    state = in_moves("standard", "red 1", sheet(), helpless, helpless)
    forced = []
    while (event := BRIKKS.forced(state)) is not None:
        forced.append(event)
        state = BRIKKS.apply(state, event)
    assert forced == [Drop(1, "stuck"), Drop(2, "stuck")]
    assert BRIKKS.awaiting(state) == ("moves", [0])


@pytest.mark.parametrize("phase", ["roll", "decide"])
def test_nobody_is_forced_before_the_roll_stands(phase: str) -> None:
    helpless = sheet(FULL, bombs=3)
    state = before_roll("standard", helpless, helpless)
    assert BRIKKS.forced(state if phase == "roll" else play(state, roll(0, "red 1"))) is None


def test_who_is_out_rolls_no_more_and_does_nothing_else() -> None:
    state = in_moves("standard", "black 1", sheet(), sheet(FULL), sheet())
    state = play(state, drop(1, "stuck"), bomb(0), bomb(2), roll(2, "red 1"), keep(2), bomb(0), bomb(2))
    assert BRIKKS.awaiting(state) == ("roll", [0])
    for event in (roll(1, "red 1"), bomb(1), place(1, "red 1", 0, 0), drop(1, "stuck")):
        assert refusal(state, event) == "seat/out"


def test_the_game_ends_when_everybody_is_out() -> None:
    state = in_moves("standard", "black 1", sheet(FULL), sheet(FULL))
    state = play(state, drop(0, "stuck"))
    assert not BRIKKS.outcome(state).finished
    state = play(state, drop(1, "stuck"))
    assert BRIKKS.outcome(state).finished
    assert BRIKKS.awaiting(state) == ("over", [])
    for event in (roll(0, "red 1"), bomb(0), drop(0, "resign"), drop(0, "stuck"), start(0, "red"), keep(0)):
        assert refusal(state, event) == "game/over"


@pytest.mark.parametrize("reason", ["resign", "timeout"])
@pytest.mark.parametrize("phase", ["roll", "decide", "moves"])
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_ruling_a_player_may_forfeit_at_any_moment(reason: str, phase: str, seat: int) -> None:
    state = play(four(phase), drop(seat, reason))
    assert state.sheets[seat].left == reason
    assert BRIKKS.forfeits(state) == (seat,)
    assert seat not in BRIKKS.awaiting(state).seats


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_ruling_a_player_may_forfeit_during_set_up(seat: int) -> None:
    state = play(new_game("standard", 1, 1, 1, 1), drop(seat, "resign"))
    assert BRIKKS.awaiting(state) == ("start", [3 if seat < 3 else 2])


def test_ruling_a_forfeiters_sheet_still_shows_its_score() -> None:
    state = play(four(), drop(2, "resign"))
    assert BRIKKS.outcome(state).scores[2] == {"rows": 0, "bonus": 0, "bombs": 7, "energy": 1, "total": 8}


def test_ruling_forfeiters_rank_behind_everyone_who_did_not_forfeit() -> None:
    state = in_moves("standard", "black 1", sheet(FULL), sheet("#" * 10), sheet(FULL, crosses=9))
    state = play(state, drop(2, "resign"), drop(0, "stuck"), bomb(1))
    state = play(state, roll(1, "red 1"), drop(1, "timeout"))
    assert places_of(state) == [1, 2, 3]
    assert winners_of(state) == [0]


def test_ruling_a_forfeit_by_the_active_player_before_rolling_passes_the_dice_on() -> None:
    assert BRIKKS.awaiting(play(four(), drop(0, "resign"))) == ("roll", [1])
    assert BRIKKS.awaiting(play(four(), drop(1, "resign"), drop(0, "timeout"))) == ("roll", [2])
    later = before_roll("standard", *[sheet()] * 4, active=2)
    assert BRIKKS.awaiting(play(later, drop(2, "resign"))) == ("roll", [3])
    assert BRIKKS.awaiting(play(later, drop(3, "resign"), drop(2, "resign"))) == ("roll", [0])


def test_ruling_a_forfeit_by_another_player_before_the_roll_changes_nothing_for_the_active_one() -> None:
    assert BRIKKS.awaiting(play(four(), drop(1, "resign"))) == ("roll", [0])


def test_ruling_a_forfeit_before_deciding_on_the_reroll_lets_the_roll_stand() -> None:
    state = play(four("decide"), drop(0, "timeout"))
    assert BRIKKS.awaiting(state) == ("moves", [1, 2, 3])
    assert (state.roll.color, state.roll.column) == ("red", 1)
    state = play(state, bomb(1), bomb(2), bomb(3))
    assert BRIKKS.awaiting(state) == ("roll", [1])


def test_ruling_an_answer_given_before_a_forfeit_stands() -> None:
    state = play(four("moves"), place(2, "red 1", 0, 0), drop(2, "resign"))
    assert picture(state.sheets[2]) == board("""
        .R........
        RR........
        R.........
    """)
    state = play(state, bomb(0), bomb(1), bomb(3))
    assert picture(BRIKKS.view(state, None).sheets[2]) == picture(state.sheets[2])
    assert BRIKKS.awaiting(state) == ("roll", [1])


def test_a_forfeit_by_the_last_one_awaited_closes_the_round() -> None:
    state = play(four("moves"), bomb(0), bomb(1), bomb(2), drop(3, "timeout"))
    assert BRIKKS.awaiting(state) == ("roll", [1])
    assert BRIKKS.sealed(state) == []


def test_a_forfeit_by_the_last_one_in_ends_the_game() -> None:
    state = play(four("moves"), drop(0, "resign"), drop(1, "resign"), drop(2, "resign"), drop(3, "resign"))
    assert BRIKKS.outcome(state).finished
    state = in_moves("standard", "black 1", sheet(FULL), sheet())
    assert BRIKKS.outcome(play(state, drop(0, "stuck"), drop(1, "timeout"))).finished


@pytest.mark.parametrize("reason", ["resign", "timeout", "stuck", "stop"])
def test_ruling_who_is_already_out_cannot_leave_again(reason: str) -> None:
    stuck = in_moves("standard", "black 1", sheet(FULL, left="stuck"), sheet(), sheet())
    assert refusal(stuck, drop(0, reason)) == "seat/out"
    assert refusal(play(four("moves"), drop(1, "resign")), drop(1, reason)) == "seat/out"


def test_ruling_who_dropped_out_in_this_round_cannot_forfeit_any_more() -> None:
    state = in_moves("standard", "black 1", sheet(FULL), sheet(), sheet())
    assert refusal(play(state, drop(0, "stuck")), drop(0, "resign")) == "seat/out"


@pytest.mark.parametrize("phase", ["roll", "decide", "moves"])
def test_ruling_the_last_one_may_stop_without_forfeiting_when_all_others_forfeited(phase: str) -> None:
    state = play(four(phase), drop(1, "resign"), drop(2, "timeout"), drop(3, "resign"), drop(0, "stop"))
    assert BRIKKS.outcome(state).finished
    assert BRIKKS.forfeits(state) == (1, 2, 3)
    assert winners_of(state) == [0]


def test_ruling_the_last_one_may_stop_during_set_up() -> None:
    state = play(new_game("standard", 1, 1), drop(1, "resign"), drop(0, "stop"))
    assert winners_of(state) == [0]


def test_ruling_the_last_one_may_also_stop_after_answering_or_play_on() -> None:
    state = play(four("moves"), drop(1, "resign"), drop(2, "resign"), bomb(0), drop(3, "resign"))
    assert BRIKKS.awaiting(state) == ("roll", [0])
    assert BRIKKS.outcome(play(state, drop(0, "stop"))).finished


def test_ruling_stopping_is_refused_while_somebody_else_is_in() -> None:
    state = play(four(), drop(1, "resign"), drop(2, "resign"))
    assert refusal(state, drop(0, "stop")) == "drop/stop"


def test_ruling_stopping_is_refused_when_another_was_stuck_and_not_forfeited() -> None:
    state = in_moves("standard", "black 1", sheet(FULL), sheet(), sheet())
    state = play(state, drop(0, "stuck"), drop(1, "resign"))
    assert refusal(state, drop(2, "stop")) == "drop/stop"


def test_ruling_stopping_is_only_for_standard_games() -> None:
    assert refusal(solo("red 1", sheet()), drop(0, "stop")) == "drop/stop"
    assert refusal(new_game("duel", 1, 1), drop(0, "stop")) == "drop/stop"
