"""Bitboards: one int per sheet, and where a block can land on it.

The columns lie side by side, each as three spare bits above the sheet and then its cells from the top row down, so
falling is a shift to the left by one and a sideways move a shift by a whole column. The spare bits stay empty: they
are the free space above the sheet, and they stop what is shifted or carried from running into the next column.

A board shifted right by the offset of one of a block's cells shows, for all anchors at once, where that cell is taken.
Subtracting one at the top of every column then borrows down through all free anchors to the first that is taken: a
straight drop of the block in every column with a single subtraction. What is free but was not fallen through is hidden
under an overhang: blocks move into it sideways from where they fell, and then fall again, here with an addition.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from engine.brikks.figures import COLUMNS, ROWS

Bitboard: TypeAlias = int

ABOVE: Final = 3
"""Spare bits per column: a block is at most four high, and its foot enters at the top row."""
COLUMN: Final = ABOVE + ROWS
"""Bits per column, and so the distance of a cell from its right-hand neighbour."""
EVERYWHERE: Final[Bitboard] = (1 << COLUMNS * COLUMN + 1) - 1
"""All bits of a board, and one more that stops a fall in the last column."""


def bit(x: int, y: int) -> Bitboard:
    """The board with only cell (x, y) on it."""
    return 1 << (x * COLUMN + COLUMN - 1 - y)


def cells_of(board: Bitboard) -> Iterator[tuple[int, int]]:
    """The cells on a board as (x, y), column by column from the left, each from the top."""
    while board:
        lowest = board & -board
        x, depth = divmod(lowest.bit_length() - 1, COLUMN)
        yield x, COLUMN - 1 - depth
        board ^= lowest


ROW_CELLS: Final[tuple[Bitboard, ...]] = tuple(sum(bit(x, y) for x in range(COLUMNS)) for y in range(ROWS))
"""All cells of each row."""


Masks: TypeAlias = tuple[int, int, int, Bitboard, Bitboard, int, Bitboard]
"""What `landings` needs of a shape; a plain tuple, because that is unpacked fastest.

The anchor of a shape is the topmost cell of its first column, as all its other cells then lie at positive offsets:
- the offsets of its second, third and fourth cell, zeros for a single cell,
- where it cannot be: all but the anchors between the sides with the foot of the block at or below the top row,
- the topmost anchor in each column, where it enters,
- how far what stops the anchor is above the bottom-left corner, from -1 to 2,
- the bottom-left corners with which the whole block lies on the sheet.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A block without its colour; blocks of equal shape share one.

    Its place on the sheet is that of the bottom-left corner of its bounding box.
    """

    width: int
    height: int
    cells: tuple[tuple[int, int], ...]
    """Its cells as (x, y) from that corner."""
    inside: Bitboard
    """The places where it lies wholly on the sheet."""
    masks: Masks


@cache
def parse_shape(picture: tuple[str, ...]) -> Shape:
    """The shape drawn in a picture, top row first, `#` for a cell."""
    width, height = len(picture[0]), len(picture)
    rows = list(reversed(picture))
    cells = tuple((x, y) for y in range(height) for x in range(width) if rows[y][x] == "#")
    raised = max(y for x, y in cells if x == 0)
    _, second, third, fourth = (*sorted(x * COLUMN + raised - y for x, y in cells), 0, 0, 0)[:4]
    columns = range(COLUMNS - width + 1)
    outside = EVERYWHERE ^ sum(bit(x, y) >> raised for x in columns for y in range(ROWS))
    entries = sum(bit(x, ROWS - 1) >> raised for x in columns)
    inside = sum(bit(x, y) for x in columns for y in range(ROWS - height + 1))
    return Shape(width, height, cells, inside, (second, third, fourth, outside, entries, raised - 1, inside))


MINI_SHAPE: Final = parse_shape(("#",))


def landings(board: Bitboard, shape: Shape) -> Bitboard:
    """All legal landings of a shape, as the bottom-left corners of its bounding box."""
    second, third, fourth, outside, entries, lift, inside = shape.masks
    taken = outside | board | board >> second | board >> third | board >> fourth
    fall = taken ^ (taken - entries)
    stops = taken & fall
    hidden = EVERYWHERE ^ (taken | fall)
    if hidden:
        fallen = fall ^ stops
        entered = hidden & (fallen << COLUMN | fallen >> COLUMN)
        while entered:
            fall = hidden ^ (hidden + entered)
            stops |= taken & fall
            fallen = hidden & fall | entered
            hidden ^= fallen
            entered = hidden & (fallen << COLUMN | fallen >> COLUMN)
    if lift > 0:
        stops <<= lift
    elif lift:
        stops >>= 1
    return stops & inside


class Path(NamedTuple):
    """How a block gets to its landing: the column it enters in, and its moves from above the sheet."""

    x: int
    moves: tuple[str, ...]


Corner: TypeAlias = tuple[int, int]


def path_to(board: Bitboard, shape: Shape, x: int, y: int) -> Path | None:
    """A shortest list of left, right and down moves that brings a shape to a place, None if there is none."""
    came = {(x, y): ("", (x, y))}
    queue = [(x, y)] if _fits(board, shape, x, y) else []
    for here in queue:
        if here[1] == ROWS:
            return Path(here[0], tuple(_retrace(came, here)))
        for move, there in _before(here):
            if there not in came and _fits(board, shape, *there):
                came[there] = move, here
                queue.append(there)
    return None


def _before(here: Corner) -> tuple[tuple[str, Corner], ...]:
    """The moves by which a block may have come here, each with where from."""
    x, y = here
    return ("down", (x, y + 1)), ("right", (x - 1, y)), ("left", (x + 1, y))


def _fits(board: Bitboard, shape: Shape, x: int, y: int) -> bool:
    """Whether a shape can be there; what is above the sheet is free."""
    if not (0 <= x <= COLUMNS - shape.width and 0 <= y <= ROWS):
        return False
    return not any(y + up < ROWS and board & bit(x + right, y + up) for right, up in shape.cells)


def _retrace(came: dict[Corner, tuple[str, Corner]], here: Corner) -> Iterator[str]:
    move, here_next = came[here]
    while move:
        yield move
        move, here_next = came[here_next]
