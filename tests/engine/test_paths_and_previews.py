"""How a block falls, for the animation, and what an answer would bring, for the preview: exact values."""

import pytest

from engine.brikks.board import Path
from engine.brikks.game import BRIKKS
from engine.brikks.options import Gains, Placement, bomb_gains, gains, is_stuck, path, placements
from engine.brikks.sheet import Sheet, use_bomb
from engine.brikks.state import DUEL, SOLO, STANDARD
from tests.engine.boards import FULL, JUMBLE, piece, sheet, solo
from tests.engine.plain.figures import BLOCKS
from tests.engine.plain.search import is_legal_path

UNDER_A_ROOF = """
    ..###.....
    ....#.....
    ....#.....
"""


def way(block: str, x: int, y: int, drawn: str) -> Path | None:
    return path(sheet(drawn), piece(block, x, y))


def moves(text: str) -> tuple[str, ...]:
    """Moves in a short notation: "d11 r2"."""
    words = {"d": "down", "l": "left", "r": "right"}
    return tuple(words[part[0]] for part in text.split() for _ in range(int(part[1:])))


def bring(block: str, x: int, y: int, before: Sheet, price: int = 0) -> Gains:
    return gains(before, STANDARD, Placement(piece(block, x, y), price))


def test_a_straight_fall_is_nothing_but_down() -> None:
    assert way("black 4", 3, 0, "") == Path(3, moves("d11"))
    assert way("black 3", 0, 7, "##########\n" * 7) == Path(0, moves("d4"))


def test_a_block_on_the_top_row_moves_down_once() -> None:
    assert way("black 4", 6, 10, "##########\n" * 10) == Path(6, moves("d1"))


def test_a_block_goes_around_a_roof() -> None:
    assert way("black 1", 2, 0, UNDER_A_ROOF) == Path(0, moves("d11 r2"))


def test_a_block_slides_between_two_floors() -> None:
    drawn = """
        ####..####
        #.......##
        #.......##
        ###..#####
        ##......##
        ##......##
        ######..##
    """
    found = way("black 1", 6, 0, drawn)
    assert found is not None
    assert found.x == 4
    assert sorted(found.moves) == sorted(moves("d11 r3 l1"))


def test_a_way_is_as_short_as_it_can_be() -> None:
    found = way("black 1", 2, 0, UNDER_A_ROOF)
    assert found is not None
    assert len(found.moves) == 13


@pytest.mark.parametrize(
    ("block", "x", "y", "drawn"),
    [
        ("black 1", 1, 0, "####......\n#..#......\n#..#......"),
        ("black 1", 0, 0, "#........."),
        ("red 1", 0, 8, FULL),
    ],
)
def test_there_is_no_way_into_a_cavity_or_through_drawn_cells(block: str, x: int, y: int, drawn: str) -> None:
    assert way(block, x, y, drawn) is None


@pytest.mark.parametrize("roll", ["white 1", "yellow 2", "green 3", "red 4", "blue 1", "black 3"])
def test_every_placement_has_a_way_that_the_plain_referee_accepts(roll: str) -> None:
    state = solo(roll, sheet(JUMBLE, ready=5))
    drawn = {(x, y) for y, line in enumerate(reversed(JUMBLE.split())) for x, mark in enumerate(line) if mark == "#"}
    for placed, _ in placements(state, 0):
        found = path(state.sheets[0], placed)
        assert found is not None
        shape = BLOCKS[placed.face.color][placed.face.column - 1]
        assert is_legal_path(drawn, shape, found.x, list(found.moves), (placed.x, placed.y))


def test_a_block_that_completes_nothing_brings_nothing() -> None:
    assert bring("black 4", 0, 0, sheet()) == Gains(energy=0, crosses=0, rows=0, score=0)


def test_a_row_brings_its_points() -> None:
    assert bring("black 4", 6, 0, sheet("######....")) == Gains(energy=0, crosses=0, rows=1, score=5)


def test_eight_and_nine_cells_are_shown_as_points_too() -> None:
    assert bring("black 4", 4, 0, sheet("####......")) == Gains(energy=0, crosses=0, rows=0, score=1)
    assert bring("black 4", 5, 0, sheet("#####.....")) == Gains(energy=0, crosses=0, rows=0, score=2)


def test_two_rows_bring_a_cross_and_its_point() -> None:
    before = sheet("########..\n########..")
    assert bring("black 1", 8, 0, before) == Gains(energy=0, crosses=1, rows=2, score=10 - 2 + 1)


def test_orange_rows_and_the_top_row_bring_more() -> None:
    before = sheet("#########.\n#########.\n#########.\n#########.\n" + ".........#\n" * 7)
    assert bring("black 3", 9, 7, before) == Gains(energy=0, crosses=4, rows=4, score=3 * (10 - 4) + (20 - 8) + 10)


def test_a_dot_of_its_own_colour_brings_energy_and_half_a_point_for_each() -> None:
    before = sheet("##########\n" * 3, ready=3)
    assert bring("black 1", 0, 3, before) == Gains(energy=2, crosses=0, rows=0, score=1)


def test_a_pink_x_brings_a_cross() -> None:
    before = sheet("##########\n" * 3, ready=2, circled=6, crosses=4)
    assert bring("black 1", 0, 3, before) == Gains(energy=2, crosses=1, rows=0, score=5 + 1)


@pytest.mark.parametrize(("level", "energy", "score"), [(1, 1, 0), (2, 0, 0), (3, -1, -1), (4, -2, -1)])
def test_a_dot_of_another_colour_is_shown_by_level(level: int, energy: int, score: int) -> None:
    before = sheet("##########\n" * 3, ready=2, level=level)
    assert bring("red 1", 0, 3, before) == Gains(energy=energy, crosses=0, rows=0, score=score)


def test_the_price_is_part_of_the_preview() -> None:
    assert bring("black 4", 0, 0, sheet(ready=6), price=5) == Gains(energy=-5, crosses=0, rows=0, score=-3)
    before = sheet("##########\n" * 3, ready=5)
    assert bring("black 1", 0, 3, before, price=5) == Gains(energy=-3, crosses=0, rows=0, score=-1)


def test_in_a_duel_crosses_are_mini_blocks_and_bring_no_points() -> None:
    before = sheet("########..\n########..")
    placed = Placement(piece("black 1", 8, 0), 0)
    assert gains(before, DUEL, placed) == Gains(energy=0, crosses=1, rows=2, score=8)


@pytest.mark.parametrize(("used", "score"), [(0, -1), (1, -2), (2, -4)])
def test_a_bomb_costs_its_value(used: int, score: int) -> None:
    assert bomb_gains(sheet(bombs=used), SOLO) == Gains(energy=0, crosses=0, rows=0, score=score)


def test_a_preview_changes_nothing() -> None:
    before = sheet("######....")
    bring("black 4", 6, 0, before)
    bomb_gains(before, SOLO)
    assert before == sheet("######....")
    assert use_bomb(before).bombs == 1


def test_stuck_is_shown_for_the_block_as_rolled() -> None:
    shaft = "\n".join([".#########"] * 4 + ["##########"] * 7)
    assert is_stuck(solo("black 1", sheet(shaft, ready=5)), 0)
    assert not is_stuck(solo("black 3", sheet(shaft, ready=0)), 0)


def test_placements_come_with_their_price() -> None:
    shaft = "\n".join([".#########"] * 4 + ["##########"] * 7)
    assert list(placements(solo("black 1", sheet(shaft, ready=2)), 0)) == [Placement(piece("black 3", 0, 7), 2)]
    assert list(placements(solo("red 1", sheet(shaft, ready=5)), 0)) == [Placement(piece("black 3", 0, 7), 5)]
    assert list(placements(solo("red 1", sheet(shaft, ready=4)), 0)) == []


def test_a_preview_holds_price_gains_and_way() -> None:
    state = solo("black 4", sheet(ready=4))
    event = BRIKKS.decode({"kind": "place", "seat": 0, "color": "black", "column": 3, "x": 9, "y": 0})
    assert BRIKKS.preview(state, event) == {
        "price": 1, "energy": -1, "crosses": 0, "rows": 0, "score": -1, "path": {"x": 9, "moves": ["down"] * 11},
    }  # fmt: skip
    assert BRIKKS.preview(state, BRIKKS.decode({"kind": "bomb", "seat": 0})) == {
        "energy": 0, "crosses": 0, "rows": 0, "score": -1,
    }  # fmt: skip
    assert BRIKKS.preview(state, BRIKKS.decode({"kind": "drop", "seat": 0, "reason": "resign"})) == {}
