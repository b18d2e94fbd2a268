"""The chapter "The blocks": the table of six colours and four columns, and the dice that point into it."""

from collections import Counter

import pytest

from engine.brikks.blocks import FACE_LIST, FACES, PIECES, price
from engine.brikks.figures import COLORS, NUMBERS
from engine.brikks.game import BRIKKS
from tests.engine.boards import board, face, picture, piece, place, play, sheet, solo

TABLE = """
white    .#.      #.      ###      .#
         ###      ##      .#.      ##
                  #.               .#
yellow    .#      #..      ##      ###
          .#      ###      #.      ..#
          ##               #.
green     #.      ###      ##      ..#
          #.      #..      .#      ###
          ##               .#
red       .#      .#       ##.     ##.
          ##      ##       .##     .##
          #.      #.
blue      #.      #.       .##     .##
          ##      ##       ##.     ##.
          .#      .#
black     ##      ##       #       ####
          ##      ##       #
                           #
                           #
"""
"""The table as the rules print it."""

EDGES = (9, 17, 26, 34, 42)
"""Where the columns of the printed table lie."""


def printed(color: str, number: int) -> list[str]:
    """The picture of a block in the printed table."""
    lines = TABLE.strip("\n").split("\n")
    first = next(at for at, line in enumerate(lines) if line.startswith(color))
    block = [lines[first]]
    for line in lines[first + 1 :]:
        if not line.startswith(" "):
            break
        block.append(line)
    left, right = EDGES[number - 1], EDGES[number]
    return [part for line in block if (part := line.ljust(42)[left:right].strip())]


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_block_drawn_in_the_corner_looks_as_in_the_table(color: str, number: int) -> None:
    block = f"{color} {number}"
    after = play(solo(block, sheet()), place(0, block, 0, 0))
    assert picture(after.sheets[0]) == board("\n".join(line.ljust(10, ".") for line in printed(color, number)))


def test_every_block_has_four_cells_wherever_it_lies() -> None:
    assert {piece.cells.bit_count() for piece in PIECES.values()} == {4}


def test_a_block_is_anchored_at_the_bottom_left_corner_of_its_bounding_box() -> None:
    after = play(solo("red 1", sheet()), place(0, "red 1", 3, 0))
    assert picture(after.sheets[0]) == board("""
        ....#.....
        ...##.....
        ...#......
    """)
    after = play(solo("blue 1", sheet()), place(0, "blue 1", 3, 0))
    assert picture(after.sheets[0]) == board("""
        ...#......
        ...##.....
        ....#.....
    """)


@pytest.mark.parametrize(
    ("one", "other"),
    [("red 1", "red 2"), ("red 3", "red 4"), ("blue 1", "blue 2"), ("blue 3", "blue 4"), ("black 1", "black 2")],
)
def test_blocks_with_the_same_shape_are_different_columns_when_energy_is_paid(one: str, other: str) -> None:
    assert piece(one, 0, 0).cells == piece(other, 0, 0).cells
    assert price(face(one), face(other)) == 1
    after = play(solo(one, sheet(ready=1)), place(0, other, 0, 0))
    assert after.sheets[0].ready == 0


def test_no_other_blocks_have_the_same_shape() -> None:
    alike = Counter(face.shape.cells for face in FACE_LIST)
    assert sorted(alike.values()) == [1] * 14 + [2] * 5


def test_the_dice_have_24_faces_which_are_the_blocks() -> None:
    assert BRIKKS.dice.faces == 24 == len(FACES)
    shown = [BRIKKS.dice.write(number) for number in range(24)]
    assert [(one["color"], one["number"]) for one in shown] == [(c, n) for c in COLORS for n in NUMBERS]
    assert [BRIKKS.dice.read(one) for one in shown] == list(range(24))


def test_what_is_no_face_is_not_read_from_the_dice() -> None:
    for fields in ({}, {"color": "red"}, {"color": "red", "number": 5}, {"color": "red", "number": True}):
        assert BRIKKS.dice.read(fields) is None
    assert BRIKKS.dice.read({"color": ["red"], "number": 1}) is None
