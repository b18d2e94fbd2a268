"""The chapter "Dots and energy": what dots bring and cost, the energy bar, pink Xs, and rows completed at once.

Letters in the pictures after a move are blocks by colour; a dot is named by its place, counted from the bottom left.
"""

import pytest

from engine.brikks.scoring import extra_points
from engine.brikks.sheet import Sheet
from tests.engine.boards import place, play, refusal, sheet, solo

FLOOR_3 = """
    ##########
    ##########
    ##########
"""
"""Three full rows; the black dot lies at 0, 3, the green one at 7, 3."""


def drawn(block: str, x: int, y: int, before: Sheet) -> Sheet:
    """The sheet after the rolled block was placed."""
    return play(solo(block, before), place(0, block, x, y)).sheets[0]


def change(block: str, x: int, y: int, before: Sheet) -> tuple[int, int, int]:
    """What placing the rolled block brings: energy ready, circles used, crosses."""
    after = drawn(block, x, y, before)
    return after.ready - before.ready, after.circled - before.circled, after.crosses - before.crosses


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_dot_of_the_blocks_own_colour_activates_two_at_every_level(level: int) -> None:
    assert change("black 1", 0, 3, sheet(FLOOR_3, level=level)) == (2, 2, 0)
    assert change("green 4", 5, 3, sheet(FLOOR_3, level=level)) == (2, 2, 0)


@pytest.mark.parametrize(("level", "ready", "circles"), [(1, 1, 1), (2, 0, 0), (3, -1, 0), (4, -2, 0)])
def test_a_dot_of_another_colour_depends_on_the_level(level: int, ready: int, circles: int) -> None:
    assert change("red 1", 0, 3, sheet(FLOOR_3, level=level)) == (ready, circles, 0)


@pytest.mark.parametrize(("level", "ready"), [(3, 0), (4, 0), (4, 1)])
def test_ready_energy_never_falls_below_zero(level: int, ready: int) -> None:
    assert drawn("red 1", 0, 3, sheet(FLOOR_3, level=level, ready=ready)).ready == 0


def test_the_circles_of_lost_energy_stay_used() -> None:
    after = drawn("red 1", 0, 3, sheet(FLOOR_3, level=4, ready=3, circled=9))
    assert (after.ready, after.circled) == (1, 9)


def test_the_next_energy_after_a_loss_activates_the_next_circle() -> None:
    before = drawn("red 1", 0, 3, sheet(FLOOR_3, level=4, ready=2, circled=5))
    after = drawn("green 4", 5, 3, before)
    assert (after.ready, after.circled, after.crosses) == (2, 7, 1)


def test_a_block_beside_all_dots_changes_no_energy() -> None:
    assert change("black 4", 3, 3, sheet(FLOOR_3)) == (0, 0, 0)


def test_each_dot_works_once() -> None:
    once = drawn("black 1", 0, 3, sheet(FLOOR_3))
    assert change("black 3", 0, 5, once) == (0, 0, 0)
    assert refusal(solo("black 1", once), place(0, "black 1", 0, 3)) == "move/overlap"


def test_a_dot_that_is_already_covered_brings_nothing_to_the_block_above() -> None:
    covered = sheet("##########\n" * 4)
    assert change("black 1", 0, 4, covered) == (0, 0, 0)


ONE_COVERS_TWO = [
    ("blue 3", 0, 3, "##########\n" * 3),  # the black dot at 0, 3 and the blue one at 2, 4
    ("green 4", 7, 3, "##########\n" * 3),  # the green dot at 7, 3 and the yellow one at 9, 4
]


@pytest.mark.parametrize(("block", "x", "y", "before"), ONE_COVERS_TWO)
@pytest.mark.parametrize(("level", "ready", "circles"), [(1, 3, 3), (2, 2, 2), (3, 1, 2), (4, 0, 2)])
def test_one_block_can_cover_two_dots(
    block: str, x: int, y: int, before: str, level: int, ready: int, circles: int
) -> None:
    gained, circled, _ = change(block, x, y, sheet(before, level=level, circled=10))
    assert (gained, circled) == (ready, circles)


@pytest.mark.parametrize(("level", "ready"), [(1, 2), (2, 0), (3, -2), (4, -4)])
def test_two_dots_of_another_colour_count_twice(level: int, ready: int) -> None:
    assert change("red 3", 6, 9, sheet("##########\n" * 9, level=level, ready=6))[0] == ready


@pytest.mark.parametrize(("level", "ready"), [(3, 1), (4, 0)])
def test_ruling_gains_are_settled_before_losses(level: int, ready: int) -> None:
    after = drawn("blue 3", 0, 3, sheet(FLOOR_3, level=level, ready=0))
    assert (after.ready, after.circled) == (ready, 6)


def test_ruling_gains_before_losses_also_after_energy_was_paid() -> None:
    before = sheet(FLOOR_3, level=4, ready=1)
    after = play(solo("blue 2", before), place(0, "blue 3", 0, 3)).sheets[0]
    assert (after.ready, after.circled) == (0, 6)


def test_energy_is_paid_before_the_block_is_drawn() -> None:
    before = sheet(FLOOR_3, ready=0)
    assert refusal(solo("black 2", before), place(0, "black 1", 0, 3)) == "move/energy"
    after = play(solo("black 2", sheet(FLOOR_3, ready=1)), place(0, "black 1", 0, 3)).sheets[0]
    assert (after.ready, after.circled) == (2, 6)


@pytest.mark.parametrize("pink", [7, 10, 13, 16, 19, 22, 25, 28])
def test_circling_a_pink_x_gives_one_cross(pink: int) -> None:
    last_before = sheet(FLOOR_3, circled=pink - 1)
    assert change("red 1", 0, 3, last_before) == (1, 1, 1)
    two_before = sheet(FLOOR_3, circled=pink - 2)
    assert change("red 1", 0, 3, two_before) == (1, 1, 0)
    assert change("black 1", 0, 3, two_before) == (2, 2, 1)


def test_three_circles_at_once_hold_one_pink_x() -> None:
    assert change("blue 3", 0, 3, sheet(FLOOR_3, circled=7)) == (3, 3, 1)


def test_losing_energy_takes_no_cross_away() -> None:
    assert change("red 1", 0, 3, sheet(FLOOR_3, level=4, circled=7, crosses=1)) == (-2, 0, 0)


def test_ruling_energy_beyond_the_last_circle_is_lost() -> None:
    assert change("black 1", 0, 3, sheet(FLOOR_3, circled=28)) == (0, 0, 0)
    assert change("black 1", 0, 3, sheet(FLOOR_3, circled=27)) == (1, 1, 1)
    assert change("blue 3", 0, 3, sheet(FLOOR_3, circled=26)) == (2, 2, 1)


def test_ruling_a_full_bar_does_not_protect_from_losses() -> None:
    assert change("red 1", 0, 3, sheet(FLOOR_3, level=3, circled=28)) == (-1, 0, 0)


def test_completing_one_row_gives_no_cross() -> None:
    after = drawn("black 4", 6, 0, sheet("######...."))
    assert after.crosses == 0


def test_completing_two_rows_gives_one_cross() -> None:
    before = sheet("""
        ########..
        ########..
    """)
    after = drawn("black 1", 8, 0, before)
    assert after.crosses == 1


def test_completing_three_rows_gives_two_crosses() -> None:
    before = sheet("""
        ########..
        ########.#
        ########.#
    """)
    after = drawn("yellow 3", 8, 0, before)
    assert after.crosses == 2


def test_completing_four_rows_gives_four_crosses() -> None:
    before = sheet("""
        #########.
        #########.
        #########.
        #########.
    """)
    after = drawn("black 3", 9, 0, before)
    assert after.crosses == 4


def test_the_rows_need_not_be_neighbours() -> None:
    before = sheet("""
        .########.
        #########.
        .########.
        #########.
    """)
    after = drawn("black 3", 9, 0, before)
    assert after.crosses == 1


def test_rows_completed_one_after_the_other_give_nothing() -> None:
    before = sheet("""
        ######....
        ######....
    """)
    once = drawn("black 4", 6, 0, before)
    assert drawn("black 4", 6, 1, once).crosses == 0


def test_rows_that_were_full_before_do_not_count_again() -> None:
    assert drawn("black 4", 6, 3, sheet("######....\n" + FLOOR_3)).crosses == 0


def test_rows_and_a_pink_x_give_crosses_together() -> None:
    before = sheet("..########\n..########\n" + FLOOR_3, circled=6)
    assert change("black 1", 0, 3, before) == (2, 2, 2)


@pytest.mark.parametrize(("crosses", "points"), [(13, 70), (14, 75), (15, 75), (40, 75)])
def test_at_most_fourteen_crosses_count(crosses: int, points: int) -> None:
    assert extra_points(crosses) == points


def test_a_cross_beyond_the_fourteenth_may_still_be_earned() -> None:
    assert drawn("black 1", 8, 0, sheet("########..\n" * 2, crosses=14)).crosses == 15
