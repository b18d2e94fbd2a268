"""The block table as values: the 24 faces of the dice, and each of them at each place of the sheet.

A `Piece` is a block drawn at one place with everything about that place worked out beforehand (its cells, the way it
falls, the dots it covers), so that playing one is a look-up and a handful of bit operations.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.brikks.board import COLUMN, MINI_SHAPE, ROW_CELLS, Bitboard, Shape, bit, cells_of, parse_shape
from engine.brikks.figures import ANY_BLOCK_PRICE, BLOCKS, COLORS, DOTS, RIGHT_DOT_ENERGY, ROWS, WRONG_DOT_ENERGY


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

_ALL_DOTS: Final[Bitboard] = sum(bit(x, y) for x, y, _ in DOTS)
_DOTS: Final = {color: sum(bit(x, y) for x, y, other in DOTS if other == color) for color in COLORS}


def _piece(face: Face, x: int, y: int) -> Piece:
    right = x * COLUMN
    drawn, sweep = (board << right for board in _at_left(face.shape, y))
    rows, band = _rows(y, face.shape.height)
    return Piece(
        face,
        x,
        y,
        bit(x, y),
        drawn,
        sweep,
        below=drawn << 1 if y else 0,
        rows=rows,
        band=band,
        energy=_energy((drawn & _DOTS.get(face.color, 0)).bit_count(), (drawn & _ALL_DOTS).bit_count()),
    )


@cache
def _at_left(shape: Shape, y: int) -> tuple[Bitboard, Bitboard]:
    """A block in the first columns at one height, and its cells with everything above them."""
    drawn = sum(bit(x, y + up) for x, up in shape.cells)
    feet = {x: min(up for other, up in shape.cells if other == x) for x, _ in shape.cells}
    return drawn, sum(bit(x, up) for x, foot in feet.items() for up in range(y + foot, ROWS))


@cache
def _rows(y: int, height: int) -> tuple[tuple[Bitboard, ...], Bitboard]:
    """So many rows from one up, and all their cells; pieces share them, which keeps them close in memory."""
    rows = ROW_CELLS[y : y + height]
    return rows, sum(rows)


@cache
def _energy(right: int, covered: int) -> tuple[tuple[int, int], ...]:
    """What covered dots bring, of which so many have the block's own colour."""
    wrong = covered - right
    each = (0, *WRONG_DOT_ENERGY.values())
    gains = ((RIGHT_DOT_ENERGY * right + max(wrongly, 0) * wrong, max(-wrongly, 0) * wrong) for wrongly in each)
    return tuple(gains) if covered else ()


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


START_COLUMN: Final = 1
"""Start blocks are those of the table's first column, and they stand on the bottom row."""
START_PIECES: Final = [piece for piece in PIECES.values() if piece.face.column == START_COLUMN and piece.y == 0]
