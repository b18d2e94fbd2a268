"""The chapter "Falling": how a block gets to where it lies. `#` is drawn before, `o` is the block as it would lie."""

import pytest

from engine.brikks.board import cells_of, landings
from engine.brikks.figures import COLORS, NUMBERS
from tests.engine.boards import JUMBLE, face, refusal, rolled, sheet, solo
from tests.engine.plain.figures import BLOCKS
from tests.engine.plain.search import landings as plain_landings
from tests.engine.plain.search import reachable


def places(block: str, drawn: str) -> list[tuple[int, int]]:
    """Every landing of a block, by x."""
    return sorted(cells_of(landings(sheet(drawn).cells, face(block).shape)))


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("number", NUMBERS)
def test_on_an_empty_sheet_a_block_lands_in_every_column_it_fits(color: str, number: int) -> None:
    width = face(f"{color} {number}").shape.width
    assert places(f"{color} {number}", "") == [(x, 0) for x in range(11 - width)]


def test_a_block_falls_as_far_as_it_can() -> None:
    assert rolled("white 1").lands("""
        .o........
        ooo.......
        #.#.......
    """)
    assert rolled("white 3").hangs_in_the_air("""
        ooo.......
        .o........
        #.#.......
    """)


def test_a_block_does_not_stop_in_the_air() -> None:
    assert rolled("black 4").hangs_in_the_air("""
        oooo......
        ..........
        ..........
    """)


def test_a_block_never_overlaps_a_drawn_cell() -> None:
    state = solo("black 1", sheet("#........."))
    assert refusal(state, {"kind": "place", "seat": 0, "color": "black", "column": 1, "x": 0, "y": 0}) == "move/overlap"
    assert places("black 1", "#.........")[0] == (0, 1)


def test_a_block_never_turns() -> None:
    narrow = "\n".join(["#########."] * 4)
    assert rolled("black 3").lands(narrow.replace(".", "o"))
    assert places("black 4", narrow) == [(x, 4) for x in range(7)]


def test_a_block_may_slide_under_an_overhang_from_the_left() -> None:
    assert rolled("black 1").lands("""
        ..###.....
        ..oo#.....
        ..oo#.....
    """)


def test_a_block_may_slide_under_an_overhang_from_the_right() -> None:
    assert rolled("black 4").lands("""
        ####......
        oooo......
    """)
    assert rolled("green 4").lands("""
        ###.......
        ..o.......
        ooo.......
    """)


def test_a_block_may_slide_as_far_as_it_fits() -> None:
    assert rolled("black 4").lands("""
        ######....
        oooo......
    """)
    assert rolled("blue 3").lands("""
        ######....
        .oo.......
        oo........
    """)


def test_a_block_may_slide_after_it_has_landed() -> None:
    assert rolled("black 4").lands("""
        ..####....
        oooo......
        ##########
    """)


def test_a_block_may_slide_fall_and_slide_again() -> None:
    assert rolled("black 1").lands("""
        ####..####
        #.......##
        #.......##
        ###..#####
        ##......##
        ##....oo##
        ######oo##
    """)


def test_a_block_may_slide_at_any_height() -> None:
    assert rolled("black 1").lands("""
        ..########
        ........oo
        ........oo
        ......####
        ......#...
    """)


def test_a_block_does_not_fit_through_a_gap_narrower_than_itself() -> None:
    assert rolled("black 1").cannot_get_there("""
        ####.#####
        #...oo...#
        #...oo...#
    """)
    assert rolled("black 3").lands("""
        ####o#####
        #...o....#
        #...o....#
        #...o....#
    """)


def test_a_slide_needs_room_for_the_whole_block() -> None:
    assert rolled("red 3").lands("""
        .######...
        ...oo.....
        ....oo....
    """)
    assert rolled("red 3").lands("""
        ..#.......
        ..oo......
        #..oo.....
    """)
    assert rolled("red 3").cannot_get_there("""
        #########.
        ...oo.....
        ....oo....
        ##########
    """)


def test_a_closed_cavity_stays_closed() -> None:
    assert rolled("black 1").cannot_get_there("""
        ##########
        #.oo.....#
        #.oo.....#
    """)


def test_a_block_never_moves_up_again() -> None:
    assert rolled("black 1").hangs_in_the_air("""
        ....####..
        ....#oo#..
        ....#oo#..
        ..........
        ..........
    """)
    assert rolled("black 1").cannot_get_there("""
        ....####..
        ....#oo#..
        ....#oo#..
        ....####..
        ..........
    """)
    assert rolled("black 1").cannot_get_there("""
        ######....
        #oo.......
        #oo#......
        ####......
    """)


def test_a_block_does_not_leave_the_sides() -> None:
    state = solo("black 4", sheet())
    for x in (-1, 7, 9, 10):
        event = {"kind": "place", "seat": 0, "color": "black", "column": 4, "x": x, "y": 0}
        assert refusal(state, event) == "move/outside"


def test_cells_above_the_sheet_are_free_for_passing_through() -> None:
    assert rolled("black 4").lands("""
        ....#.....
        ....#.oooo
        ....#.####
        ....#.####
        ....#.####
        ....#.####
        ....#.####
        ....#.####
        ....#.####
        ....#.####
        ....#.####
    """)


def test_a_block_may_slide_in_while_it_is_still_partly_above_the_sheet() -> None:
    """The hook hangs over the edge of the top row; the block enters beside it and passes under nothing but air."""
    assert rolled("yellow 1").lands("""
        #.......o.
        #.......o.
        #......oo.
        ##########
        ##########
        ##########
        ##########
        ##########
        ##########
        ##########
        ##########
    """)
    partly_above = """
        .....#####
        ..........
        ##########
        ##########
        ##########
        ##########
        ##########
        ##########
        ##########
        ##########
        ##########
    """
    assert (6, 9) in places("black 4", partly_above)
    assert (4, 9) not in places("red 3", partly_above)


def test_a_landing_lies_wholly_inside_the_sheet() -> None:
    ten_rows = "\n".join(["..........", *["##########"] * 10])
    assert places("black 4", ten_rows) == [(x, 10) for x in range(7)]
    assert places("black 1", ten_rows) == []
    assert places("red 3", ten_rows) == []
    event = {"kind": "place", "seat": 0, "color": "black", "column": 1, "x": 0, "y": 10}
    assert refusal(solo("black 1", sheet(ten_rows)), event) == "move/outside"


def test_a_block_that_can_still_fall_beside_a_tower_may_not_rest_above_the_sheet() -> None:
    assert places("black 3", "\n".join([".#########"] * 11)) == [(0, 0)]
    assert places("black 3", "\n".join(["##########"] * 8)) == []
    assert places("black 3", "\n".join(["##########"] * 7)) == [(x, 7) for x in range(10)]


@pytest.mark.parametrize("block", [f"{color} {number}" for color in COLORS for number in NUMBERS])
def test_every_landing_among_overhangs_is_one_the_plain_referee_knows(block: str) -> None:
    cells = {(x, y) for x, y in cells_of(sheet(JUMBLE).cells)}
    color, number = block.split()
    shape = BLOCKS[color][int(number) - 1]
    assert set(places(block, JUMBLE)) == plain_landings(cells, shape)
    assert set(places(block, JUMBLE)) <= reachable(cells, shape)
