"""The block table as values: the 24 faces of the dice, and each of them at each place of the sheet.

A `Piece` is a block drawn at one place with everything about that place worked out beforehand (its cells, the way it
falls, the dots it covers), so that playing one is a look-up and a handful of bit operations.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.brikks.board import MINI_SHAPE, ROW_CELLS, Bitboard, Shape, bit, cells_of, parse_shape
from engine.brikks.figures import (
    ANY_BLOCK_PRICE,
    BLOCKS,
    COLORS,
    DOTS,
    RIGHT_DOT_ENERGY,
    ROWS,
    WRONG_DOT_ENERGY,
)


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One of the 24 results of the dice, which is one block of the table."""

    color: str
    column: int
    shape: Shape


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A block at one place of the sheet."""

    face: Face
    x: int
    y: int
    corner: Bitboard
    """Its place as a board: the bottom-left corner of its bounding box."""
    cells: Bitboard
    sweep: Bitboard
    """Its cells and everything above them: free if it can drop straight down."""
    below: Bitboard
    """Where its cells would be one row lower."""
    rows: tuple[Bitboard, ...]
    """The rows it touches."""
    band: Bitboard
    """All cells of these rows."""
    energy: tuple[tuple[int, int], ...]
    """The energy that its dots activate and cost, by level from 0, which nobody has; empty if it covers no dot."""


FACES: Final = {
    (color, column): Face(color, column, parse_shape(picture))
    for color in COLORS
    for column, picture in enumerate(BLOCKS[color], start=1)
}
FACE_LIST: Final = tuple(FACES.values())
"""All faces in the order of the dice contract: by colour, then by number."""

_DOT_CELLS: Final = {(x, y): color for x, y, color in DOTS}


def _piece(face: Face, x: int, y: int) -> Piece:
    cells = [(x + right, y + up) for right, up in face.shape.cells]
    drawn = sum(bit(*cell) for cell in cells)
    rows, band = _rows(y, face.shape.height)
    return Piece(
        face,
        x,
        y,
        bit(x, y),
        drawn,
        sweep=sum(bit(column, up) for column, foot in _feet(cells) for up in range(foot, ROWS)),
        below=drawn << 1 if y else 0,
        rows=rows,
        band=band,
        energy=_energy(*_dots(cells, face.color)),
    )


def _feet(cells: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """The lowest cell of each column."""
    return {(x, min(y for other, y in cells if other == x)) for x, _ in cells}


@cache
def _rows(y: int, height: int) -> tuple[tuple[Bitboard, ...], Bitboard]:
    """So many rows from one up, and all their cells; pieces share them, which keeps them close in memory."""
    rows = ROW_CELLS[y : y + height]
    return rows, sum(rows)


def _dots(cells: list[tuple[int, int]], color: str) -> tuple[int, int]:
    """How many dots of a block's own and of other colours its cells cover."""
    dots = [_DOT_CELLS[cell] for cell in cells if cell in _DOT_CELLS]
    return dots.count(color), len(dots) - dots.count(color)


@cache
def _energy(right: int, wrong: int) -> tuple[tuple[int, int], ...]:
    each = (0, *WRONG_DOT_ENERGY.values())
    gains = ((RIGHT_DOT_ENERGY * right + max(wrongly, 0) * wrong, max(-wrongly, 0) * wrong) for wrongly in each)
    return tuple(gains) if right or wrong else ()


PIECES: Final = {
    (face.color, face.column, x, y): _piece(face, x, y) for face in FACE_LIST for x, y in cells_of(face.shape.inside)
}
"""Every block at every place where it lies wholly on the sheet, by colour, column, x and y."""

MINI: Final = Face("mini", 0, MINI_SHAPE)
"""The mini block of a duel, which no die shows."""
MINI_PIECES: Final = {(x, y): _piece(MINI, x, y) for x, y in cells_of(MINI_SHAPE.inside)}


def price(rolled: Face, asked: Face) -> int:
    """What it costs to use one block when another was rolled."""
    if asked.color != rolled.color:
        return ANY_BLOCK_PRICE
    return abs(asked.column - rolled.column)
