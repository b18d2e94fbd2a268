"""The chapter "Set-up": seats and levels, the energy at the start, and the start blocks."""

import pytest

from engine.brikks.game import BRIKKS
from engine.brikks.state import State
from engine.errors import Refused
from tests.engine.boards import EMPTY, board, drop, new_game, picture, play, refusal, roll, start

RED_AT_3 = """
    ....R.....
    ...RR.....
    ...R......
"""


def options(state: State) -> dict[int, list[list[object]]]:
    return {seat: BRIKKS.options(state, seat)["start"] for seat in BRIKKS.awaiting(state).seats}


def refused(variant: object, levels: object) -> str:
    with pytest.raises(Refused) as caught:
        BRIKKS.start({"variant": variant, "levels": levels})
    return caught.value.code


@pytest.mark.parametrize(("variant", "players"), [("solo", 1), ("standard", 2), ("standard", 3), ("standard", 4)])
def test_one_to_four_can_play(variant: str, players: int) -> None:
    assert len(new_game(variant, *[1] * players).sheets) == players


@pytest.mark.parametrize(
    ("variant", "players"), [("solo", 0), ("solo", 2), ("standard", 1), ("standard", 5), ("duel", 1), ("duel", 3)]
)
def test_another_number_of_players_is_refused(variant: str, players: int) -> None:
    assert refused(variant, [1] * players) == "setup/players"


def test_each_seat_has_its_own_level() -> None:
    assert [sheet.level for sheet in new_game("standard", 4, 1, 3, 2).sheets] == [4, 1, 3, 2]


@pytest.mark.parametrize("level", [0, 5, -1, True, "1", 1.0, None, [1]])
def test_there_are_no_other_levels_than_1_to_4(level: object) -> None:
    assert refused("standard", [1, level]) == "setup/level"


@pytest.mark.parametrize(("players", "ready"), [(1, 5), (2, 2), (3, 3), (4, 4)])
def test_the_energy_ready_at_the_start_depends_on_the_number_of_players(players: int, ready: int) -> None:
    state = new_game("solo" if players == 1 else "standard", *[2] * players)
    assert [sheet.ready for sheet in state.sheets] == [ready] * players


def test_a_duel_begins_with_two_ready() -> None:
    assert [sheet.ready for sheet in new_game("duel", 1, 1).sheets] == [2, 2]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_next_circle_is_the_fifth_in_a_game_of_two_to_four(players: int) -> None:
    assert {sheet.circled + 1 for sheet in new_game("standard", *[2] * players).sheets} == {5}


def test_the_next_circle_is_the_sixth_in_a_solo_game() -> None:
    assert new_game("solo", 1).sheets[0].circled + 1 == 6


def test_a_new_sheet_is_empty_with_all_its_bombs() -> None:
    for sheet in new_game("standard", 1, 2, 3).sheets:
        assert picture(sheet) == board(EMPTY)
        assert (sheet.crosses, sheet.bombs, sheet.left) == (0, 0, "")


def test_start_blocks_go_counter_clockwise_from_the_right_of_the_starting_player() -> None:
    state = new_game("standard", 1, 1, 1, 1)
    order = []
    for color in ("red", "white", "black", "blue"):
        [seat] = BRIKKS.awaiting(state).seats
        order.append(seat)
        state = play(state, start(seat, color))
    assert order == [3, 2, 1, 0]
    assert BRIKKS.awaiting(state) == ("roll", [0])


def test_seat_0_is_the_starting_player() -> None:
    state = play(new_game("standard", 1, 1), start(1, "red"), start(0, "white"))
    assert BRIKKS.awaiting(state) == ("roll", [0])


def test_a_seat_waits_for_its_turn_to_draw_its_start_block() -> None:
    state = new_game("standard", 1, 1, 1)
    assert refusal(state, start(0, "red")) == "turn/other-seat"
    assert refusal(state, start(1, "red")) == "turn/other-seat"
    assert refusal(play(state, start(2, "red")), start(2, "blue")) == "turn/other-seat"


def test_nobody_rolls_before_the_start_blocks_are_drawn() -> None:
    assert refusal(new_game("solo", 1), roll(0, "red 1")) == "turn/wrong-phase"


def test_a_start_block_is_column_1_unrotated_on_the_bottom_row() -> None:
    state = play(new_game("solo", 1), start(0, "red", 3))
    assert picture(state.sheets[0]) == board(RED_AT_3)


def test_a_start_block_may_stand_at_any_x_where_it_fits() -> None:
    widths = {"white": 3, "yellow": 2, "green": 2, "red": 2, "blue": 2, "black": 2}
    shown = options(new_game("solo", 1))[0]
    assert sorted(map(str, shown)) == sorted(str([c, x]) for c, width in widths.items() for x in range(11 - width))


@pytest.mark.parametrize(("color", "x"), [("white", 8), ("red", 9), ("black", 9), ("black", -1), ("black", 10**30)])
def test_a_start_block_that_does_not_fit_is_refused(color: str, x: int) -> None:
    assert refusal(new_game("solo", 1), start(0, color, x)).endswith("/outside")


def test_a_start_block_that_does_not_fit_is_refused_as_such() -> None:
    assert refusal(new_game("solo", 1), start(0, "white", 8)) == "start/outside"


def test_each_picks_a_colour_nobody_has_picked_yet() -> None:
    state = play(new_game("standard", 1, 1, 1), start(2, "red"), start(1, "white"))
    assert refusal(state, start(0, "red")) == "start/color-taken"
    assert refusal(state, start(0, "white")) == "start/color-taken"
    assert {color for color, _ in options(state)[0]} == {"yellow", "green", "blue", "black"}


def test_solo_players_draw_a_start_block_too() -> None:
    state = new_game("solo", 1)
    assert BRIKKS.awaiting(state) == ("start", [0])
    assert BRIKKS.awaiting(play(state, start(0, "black", 8))) == ("roll", [0])


def test_everybody_sees_the_start_blocks_at_once() -> None:
    state = play(new_game("standard", 1, 1), start(1, "red", 3))
    assert picture(BRIKKS.view(state, 0).sheets[1]) == board(RED_AT_3)
    assert BRIKKS.sealed(state) == []


@pytest.mark.parametrize(("level", "ready", "circled"), [(1, 3, 5), (2, 2, 4), (3, 1, 4), (4, 0, 4)])
def test_ruling_a_start_block_settles_the_dot_it_covers(level: int, ready: int, circled: int) -> None:
    state = play(new_game("standard", 1, level), start(1, "red", 3))
    assert (state.sheets[1].ready, state.sheets[1].circled) == (ready, circled)


def test_ruling_a_start_block_reaches_no_dot_but_the_white_one() -> None:
    touched = set()
    for color, x in options(new_game("solo", 1))[0]:
        state = play(new_game("solo", 1), start(0, str(color), int(str(x))))
        if (state.sheets[0].ready, state.sheets[0].circled) != (5, 5):
            touched.add((color, x))
    assert touched == {("yellow", 3), ("green", 4), ("red", 3), ("blue", 4)}


def test_ruling_who_forfeits_during_set_up_is_passed_over() -> None:
    state = play(new_game("standard", 1, 1, 1), drop(1, "resign"), start(2, "red"))
    assert BRIKKS.awaiting(state) == ("start", [0])
    state = play(new_game("standard", 1, 1, 1), drop(2, "timeout"))
    assert BRIKKS.awaiting(state) == ("start", [1])


def test_ruling_the_first_seat_still_in_starts_after_a_forfeit_in_set_up() -> None:
    state = play(new_game("standard", 1, 1, 1), start(2, "red"), start(1, "blue"), drop(0, "resign"))
    assert BRIKKS.awaiting(state) == ("roll", [1])
    state = play(new_game("standard", 1, 1, 1), drop(0, "resign"), drop(1, "resign"), start(2, "red"))
    assert BRIKKS.awaiting(state) == ("roll", [2])


def test_a_colour_taken_by_a_seat_that_left_stays_taken() -> None:
    state = play(new_game("standard", 1, 1), start(1, "red"), drop(1, "resign"))
    assert refusal(state, start(0, "red")) == "start/color-taken"
