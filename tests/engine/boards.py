"""Boards drawn as pictures, so that a test reads like an example in the rulebook: before, roll, answer, after.

A picture shows the top row first and stands on the bottom row; rows that are left out above it are empty. `.` is a
free cell, any other mark a drawn one, so that a block may be shown by the letter of its colour. Blocks are named as at
the table: "red 3".
"""

from textwrap import dedent
from typing import Any

import pytest

from engine.brikks.blocks import FACES, MINI_PIECES, PIECES, Face, Piece
from engine.brikks.board import Bitboard, bit, cells_of
from engine.brikks.figures import COLUMNS, ROWS
from engine.brikks.game import BRIKKS
from engine.brikks.sheet import Sheet
from engine.brikks.state import MOVES, ROLL, VARIANTS, State, first_state
from engine.errors import Refused
from engine.protocol import Json

EMPTY = ""
FULL = "\n".join(["##########"] * ROWS)


JUMBLE = """
    ..........
    ...####...
    ...#......
    ...#..###.
    .......#..
    .###...#..
    .#........
    .#..##...#
    ..#..#..##
    #....#....
    #.##...##.
"""
"""Overhangs, tunnels and shelves of many kinds."""


def rows(picture: str) -> list[str]:
    """The eleven rows of a picture, the top one first."""
    drawn = [line.strip() for line in dedent(picture).split("\n") if line.strip()]
    assert len(drawn) <= ROWS, "a picture has at most eleven rows"
    assert all(len(line) == COLUMNS for line in drawn), "a row has ten cells"
    return ["." * COLUMNS] * (ROWS - len(drawn)) + drawn


def cells(picture: str, marks: str = "") -> Bitboard:
    """The drawn cells of a picture, or only those with one of these marks."""
    return sum(
        bit(x, y)
        for y, line in enumerate(reversed(rows(picture)))
        for x, mark in enumerate(line)
        if (mark in marks if marks else mark != ".")
    )


def board(picture: str) -> str:
    """A picture as `picture` draws it: all eleven rows, `#` for every drawn cell."""
    return draw_cells(cells(picture))


def draw_cells(drawn: Bitboard) -> str:
    """A picture of these cells."""
    marked = set(cells_of(drawn))
    lines = ["".join("#" if (x, y) in marked else "." for x in range(COLUMNS)) for y in reversed(range(ROWS))]
    return "\n".join(lines)


def picture(sheet: Sheet) -> str:
    """What is drawn on a sheet."""
    return draw_cells(sheet.cells)


def sheet(drawn: str = EMPTY, **figures: Any) -> Sheet:
    """A sheet with this picture on it; level 1, two energy ready and all bombs unless told otherwise."""
    pieces: Any = ()
    for cell in cells_of(cells(drawn)):
        pieces = (MINI_PIECES[cell], pieces)
    return Sheet(1, cells(drawn), ready=2, circled=4, crosses=0, bombs=0, left="", drawn=pieces)._replace(**figures)


def face(block: str) -> Face:
    """The block with a name such as "red 3"."""
    color, number = block.split()
    return FACES[color, int(number)]


def piece(block: str, x: int, y: int) -> Piece:
    """A block at a place."""
    color, number = block.split()
    return PIECES[color, int(number), x, y]


def in_moves(variant: str, roll: str, *sheets: Sheet, active: int = 0) -> State:
    """A game in which this roll has to be answered by everybody who is still in."""
    playing = sum(1 << seat for seat, one in enumerate(sheets) if not one.left)
    return before_roll(variant, *sheets, active=active)._replace(
        phase=MOVES, round=1, roll=face(roll), waiting=playing, playing=playing
    )


def before_roll(variant: str, *sheets: Sheet, active: int = 0) -> State:
    """A game in which the active seat has to roll."""
    playing = sum(1 << seat for seat, one in enumerate(sheets) if not one.left)
    first = first_state(VARIANTS[variant], tuple(one.level for one in sheets))
    return first._replace(phase=ROLL, active=active, sheets=sheets, public=sheets, playing=playing)


def solo(roll: str, one: Sheet) -> State:
    """A solo game in which this roll has to be answered."""
    return in_moves("solo", roll, one)


def duel(roll: str, one: Sheet, two: Sheet) -> State:
    """A duel in which this roll has to be answered."""
    return in_moves("duel", roll, one, two)


def new_game(variant: str, *levels: int) -> State:
    """A game before its first event."""
    return BRIKKS.start({"variant": variant, "levels": list(levels)})


def play(state: State, *events: Json) -> State:
    """The state after these events."""
    for event in events:
        state = BRIKKS.apply(state, BRIKKS.decode(event))
    return state


def refusal(state: State, event: Json) -> str:
    """The code with which an event is refused; there must be one, and a sentence with it."""
    with pytest.raises(Refused) as caught:
        play(state, event)
    assert caught.value.sentence.strip()
    return caught.value.code


def start(seat: int, color: str, x: int = 0) -> Json:
    """A start block."""
    return {"kind": "start", "seat": seat, "color": color, "x": x}


def roll(seat: int, block: str, kind: str = "roll") -> Json:
    """A roll."""
    color, number = block.split()
    return {"kind": kind, "seat": seat, "color": color, "number": int(number)}


def reroll(seat: int, block: str) -> Json:
    """The second roll."""
    return roll(seat, block, "reroll")


def keep(seat: int) -> Json:
    """The first roll is kept."""
    return {"kind": "keep", "seat": seat}


def place(seat: int, block: str, x: int, y: int) -> Json:
    """A block is placed."""
    color, number = block.split()
    return {"kind": "place", "seat": seat, "color": color, "column": int(number), "x": x, "y": y}


def bomb(seat: int) -> Json:
    """A bomb is used."""
    return {"kind": "bomb", "seat": seat}


def drop(seat: int, reason: str) -> Json:
    """A seat leaves."""
    return {"kind": "drop", "seat": seat, "reason": reason}


def mini(seat: int, x: int, y: int) -> Json:
    """A mini block is drawn on the opponent's sheet."""
    return {"kind": "mini", "seat": seat, "x": x, "y": y}


def waive(seat: int) -> Json:
    """The mini blocks still owed are given up."""
    return {"kind": "waive", "seat": seat}


class Rolled:
    """A rolled block, and whether it may land on the cells that a picture marks with `o`."""

    def __init__(self, block: str) -> None:
        self._block = block

    def lands(self, shown: str) -> bool:
        """It does."""
        return self._verdict(shown) == "lands"

    def hangs_in_the_air(self, shown: str) -> bool:
        """It could fall further."""
        return self._verdict(shown) == "move/floating"

    def cannot_get_there(self, shown: str) -> bool:
        """There is no way to it."""
        return self._verdict(shown) == "move/unreachable"

    def _verdict(self, shown: str) -> str:
        ground = draw_cells(cells(shown) & ~cells(shown, "o"))
        try:
            after = play(solo(self._block, sheet(ground)), self._answer(cells(shown, "o")))
        except Refused as refused:
            return refused.code
        assert picture(after.sheets[0]) == board(shown)
        return "lands"

    def _answer(self, wanted: Bitboard) -> Json:
        color, number = self._block.split()
        pieces = [one for (c, n, _, _), one in PIECES.items() if (c, n) == (color, int(number))]
        found = next((one for one in pieces if one.cells == wanted), None)
        assert found, f"the marked cells are not {self._block}"
        return place(0, self._block, found.x, found.y)


def rolled(block: str) -> Rolled:
    """A block as the dice show it."""
    return Rolled(block)
