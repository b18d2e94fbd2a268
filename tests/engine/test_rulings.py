"""Every ruling of the rules has its tests: where the published rulebooks are silent or disagree, this is what holds.

A ruling is named here in a few words of our own, with the tests that show it. They stand in the chapters' files.
"""

import ast
from pathlib import Path

import pytest

RULINGS = {
    "a start block is a block like any other and settles its dot": [
        "test_ruling_a_start_block_settles_the_dot_it_covers",
        "test_ruling_a_start_block_reaches_no_dot_but_the_white_one",
    ],
    "answers are sealed until all have answered": [
        "test_ruling_answers_are_sealed_until_everyone_still_in_has_answered",
    ],
    "the dice go clockwise to who is still in, and stay with the last one": [
        "test_ruling_the_next_player_clockwise_becomes_active",
        "test_ruling_who_is_out_is_passed_over_when_the_dice_go_round",
        "test_ruling_who_dropped_out_in_this_round_does_not_roll_next",
        "test_ruling_the_last_one_goes_on_rolling_with_rerolls",
    ],
    "gains before losses": [
        "test_ruling_gains_are_settled_before_losses",
        "test_ruling_gains_before_losses_also_after_energy_was_paid",
    ],
    "a full energy bar loses further energy": [
        "test_ruling_energy_beyond_the_last_circle_is_lost",
        "test_ruling_a_full_bar_does_not_protect_from_losses",
    ],
    "stuck means the block as rolled; energy and bombs are a choice": [
        "test_ruling_who_has_no_landing_for_the_block_as_rolled_may_drop_out",
        "test_ruling_spending_energy_instead_of_dropping_out_is_a_choice",
        "test_ruling_a_bomb_instead_of_dropping_out_is_a_choice",
        "test_ruling_who_can_place_the_rolled_block_may_not_drop_out_as_stuck",
        "test_ruling_another_rotation_of_the_rolled_colour_is_no_landing_as_rolled",
    ],
    "a player may forfeit at any moment": [
        "test_ruling_a_player_may_forfeit_at_any_moment",
        "test_ruling_a_player_may_forfeit_during_set_up",
        "test_ruling_a_forfeiters_sheet_still_shows_its_score",
        "test_ruling_forfeiters_rank_behind_everyone_who_did_not_forfeit",
    ],
    "a forfeit during set-up": [
        "test_ruling_who_forfeits_during_set_up_is_passed_over",
        "test_ruling_the_first_seat_still_in_starts_after_a_forfeit_in_set_up",
    ],
    "a forfeit by the active player": [
        "test_ruling_a_forfeit_by_the_active_player_before_rolling_passes_the_dice_on",
        "test_ruling_a_forfeit_by_another_player_before_the_roll_changes_nothing_for_the_active_one",
        "test_ruling_a_forfeit_before_deciding_on_the_reroll_lets_the_roll_stand",
    ],
    "an answer already given stands": [
        "test_ruling_an_answer_given_before_a_forfeit_stands",
    ],
    "who is out cannot forfeit": [
        "test_ruling_who_is_already_out_cannot_leave_again",
        "test_ruling_who_dropped_out_in_this_round_cannot_forfeit_any_more",
    ],
    "a forfeit ends a duel": [
        "test_ruling_a_forfeit_ends_a_duel_and_loses_it",
    ],
    "the last one of a standard game may stop when all others forfeited": [
        "test_ruling_the_last_one_may_stop_without_forfeiting_when_all_others_forfeited",
        "test_ruling_the_last_one_may_stop_during_set_up",
        "test_ruling_the_last_one_may_also_stop_after_answering_or_play_on",
        "test_ruling_stopping_is_refused_while_somebody_else_is_in",
        "test_ruling_stopping_is_refused_when_another_was_stuck_and_not_forfeited",
        "test_ruling_stopping_is_only_for_standard_games",
    ],
    "equal totals share the place": [
        "test_ruling_equal_totals_share_the_place",
        "test_ruling_the_place_after_a_shared_one_is_left_out",
    ],
    "forfeiters come last, the later ones before the earlier": [
        "test_ruling_forfeiters_come_last_the_later_ones_before_the_earlier",
        "test_ruling_nobody_wins_when_all_have_forfeited",
    ],
    "mini blocks are optional": [
        "test_ruling_drawing_mini_blocks_is_optional",
        "test_ruling_waived_mini_blocks_do_not_come_back",
        "test_ruling_only_who_is_owed_a_mini_block_may_draw_or_waive",
    ],
    "mini blocks without a cell lapse": [
        "test_ruling_mini_blocks_without_a_legal_cell_lapse_by_themselves",
        "test_ruling_mini_blocks_lapse_when_the_others_have_taken_the_last_cell",
        "test_ruling_lapsed_mini_blocks_leave_those_of_the_other_player",
    ],
    "both draw their mini blocks in any order": [
        "test_ruling_the_two_players_draw_in_any_order",
    ],
    "mini blocks have no limit of 14": [
        "test_ruling_there_is_no_limit_of_14_mini_blocks",
    ],
    "a row filled with the help of mini blocks is full": [
        "test_ruling_a_row_made_full_with_the_help_of_mini_blocks_counts_as_full",
        "test_ruling_a_block_that_completes_rows_with_the_help_of_mini_blocks_earns_mini_blocks",
    ],
    "both stuck with equal row points is a draw": [
        "test_ruling_equal_row_points_are_a_draw",
    ],
    "one stuck: the other wins at the end of the round, without mini blocks": [
        "test_ruling_if_only_one_is_stuck_the_other_wins_at_the_end_of_the_round",
        "test_ruling_going_on_longer_beats_more_row_points",
        "test_ruling_the_mini_blocks_of_the_round_in_which_one_is_stuck_are_not_drawn",
    ],
    "a forfeit loses a duel to everything else": [
        "test_ruling_a_forfeit_loses_even_to_somebody_stuck",
    ],
}


def ruling_tests() -> list[str]:
    """The tests of rulings that the files beside this one define."""
    trees = [ast.parse(path.read_text("utf-8")) for path in sorted(Path(__file__).parent.glob("test_*.py"))]
    names = [node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [name for name in names if name.startswith("test_ruling_")]


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_ruling_has_tests(ruling: str) -> None:
    assert RULINGS[ruling]
    assert set(RULINGS[ruling]) <= set(ruling_tests())


def test_every_test_of_a_ruling_belongs_to_one() -> None:
    listed = [name for names in RULINGS.values() for name in names]
    assert sorted(listed) == sorted(ruling_tests())
