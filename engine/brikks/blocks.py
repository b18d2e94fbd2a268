"""The block table as values: the 24 faces of the dice, and each of them at each place of the sheet.

A `Piece` is a block drawn at one place with everything about that place worked out beforehand (its cells, the way it
falls, the dots it covers), so that playing one is a look-up and a handful of bit operations.
"""

from dataclasses import dataclass
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
    cells: Bitboard
    sweep: Bitboard
    """Its cells and everything above them: free if it can drop straight down."""
    below: Bitboard
    """Where its cells would be one row lower."""
    rows: tuple[Bitboard, ...]
    """The rows it touches."""
    band: Bitboard
    """All cells of these rows."""
    energy: dict[int, tuple[int, int]]
    """The energy that its dots activate and cost, by level; empty if it covers none."""


FACES: Final = {
    (color, column): Face(color, column, parse_shape(picture))
    for color in COLORS
    for column, picture in enumerate(BLOCKS[color], start=1)
}
FACE_LIST: Final = tuple(FACES.values())
"""All faces in the order of the dice contract: by colour, then by number."""

_DOT_CELLS: Final = {(x, y): color for x, y, color in DOTS}


def _piece(face: Face, x: int, y: int) -> Piece:
    height = face.shape.height
    anchor = bit(x, y) >> height - 1
    cells = sum(anchor << offset for offset in set(face.shape.cells))
    return Piece(
        face,
        x,
        y,
        cells,
        sweep=sum(bit(cx, up) for cx, cy in _lowest(cells) for up in range(cy, ROWS)),
        below=cells << 1 if y else 0,
        rows=ROW_CELLS[y : y + height],
        band=sum(ROW_CELLS[y : y + height]),
        energy=_energy(cells, face.color),
    )


def _energy(cells: Bitboard, color: str) -> dict[int, tuple[int, int]]:
    dots = [_DOT_CELLS[cell] for cell in cells_of(cells) if cell in _DOT_CELLS]
    right = dots.count(color)
    wrong = len(dots) - right
    return {
        level: (RIGHT_DOT_ENERGY * right + max(each, 0) * wrong, max(-each, 0) * wrong)
        for level, each in WRONG_DOT_ENERGY.items()
        if dots
    }


def _lowest(cells: Bitboard) -> list[tuple[int, int]]:
    """The lowest cell of each column; `cells_of` gives it last."""
    return list(dict(cells_of(cells)).items())


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
