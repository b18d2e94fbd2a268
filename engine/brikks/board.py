"""Bitboards: one int per sheet, and where a block can land on it.

The columns lie side by side, each as three spare bits above the sheet and then its cells from the top row down, so
falling is a shift to the left by one and a sideways move a shift by a whole column. The spare bits stay empty: they
are the free space above the sheet, and they stop what is shifted or carried from running into the next column.

A board shifted right by the offset of one of a block's cells shows, for all anchors at once, where that cell is taken.
Adding one at the top of every column of free anchors carries down through all of them to the first that is taken:
a straight drop of a block in every column with a single addition.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from engine.brikks.figures import COLUMNS, ROWS

Bitboard: TypeAlias = int
Offsets: TypeAlias = tuple[int, int, int, int]

ABOVE: Final = 3
"""Spare bits per column: a block is at most four high, and its foot enters at the top row."""
COLUMN: Final = ABOVE + ROWS
"""Bits per column, and so the distance of a cell from its right-hand neighbour."""


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


class Shape(NamedTuple):
    """A block without its colour.

    Places are given by the bottom-left corner of its bounding box; inside this module the top-left corner is the
    anchor, because its cells then lie at offsets that are never negative.
    """

    width: int
    height: int
    cells: Offsets
    """Bit offsets of its cells from the anchor; a single cell repeats itself."""
    anchors: Bitboard
    """Anchors between the sides with the foot of the block at or below the top row."""
    entries: Bitboard
    """The topmost of these in each column."""
    inside: Bitboard
    """Bottom-left corners with which the whole block lies on the sheet."""


def parse_shape(picture: tuple[str, ...]) -> Shape:
    """The shape drawn in a picture, top row first, `#` for a cell."""
    width, height = len(picture[0]), len(picture)
    marks = [(x, down) for down, line in enumerate(picture) for x, mark in enumerate(line) if mark == "#"]
    offsets = [x * COLUMN + down for x, down in marks]
    a, b, c, d = (offsets + offsets[:1] * 3)[:4]
    columns = range(COLUMNS - width + 1)
    raised = height - 1
    return Shape(
        width,
        height,
        (a, b, c, d),
        anchors=sum(bit(x, y) >> raised for x in columns for y in range(ROWS)),
        entries=sum(bit(x, ROWS - 1) >> raised for x in columns),
        inside=sum(bit(x, y) for x in columns for y in range(ROWS - raised)),
    )


MINI_SHAPE: Final = parse_shape(("#",))


def landings(board: Bitboard, shape: Shape) -> Bitboard:
    """All legal landings of a shape, as the bottom-left corners of its bounding box."""
    _, height, (a, b, c, d), anchors, entries, inside = shape
    free = anchors ^ (anchors & (board >> a | board >> b | board >> c | board >> d))
    reached = free & ((free + entries) ^ free)
    hidden = free ^ reached
    if hidden:
        slid = hidden & (reached << COLUMN | reached >> COLUMN)
        if slid:
            reached |= _flood(hidden, slid)
    return (reached ^ (reached & free >> 1)) << height - 1 & inside


def _flood(room: Bitboard, reached: Bitboard) -> Bitboard:
    """All of the room that can be got to by falling and by moving left and right."""
    while True:
        fallen = room & ((room + reached) ^ room) | reached
        grown = room & (fallen | fallen << COLUMN | fallen >> COLUMN)
        if grown == reached:
            return reached
        reached = grown


class Path(NamedTuple):
    """How a block gets to its landing: the column it enters in, and its moves from above the sheet."""

    x: int
    moves: tuple[str, ...]


Place: TypeAlias = tuple[int, int]


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


def _before(here: Place) -> tuple[tuple[str, Place], ...]:
    """The moves by which a block may have come here, each with where from."""
    x, y = here
    return ("down", (x, y + 1)), ("right", (x - 1, y)), ("left", (x + 1, y))


def _fits(board: Bitboard, shape: Shape, x: int, y: int) -> bool:
    if not (0 <= x <= COLUMNS - shape.width and 0 <= y <= ROWS):
        return False
    anchor = x * COLUMN + COLUMN - y - shape.height
    return y == ROWS or not any(board >> anchor + cell & 1 for cell in shape.cells)


def _retrace(came: dict[Place, tuple[str, Place]], here: Place) -> Iterator[str]:
    move, here_next = came[here]
    while move:
        yield move
        move, here_next = came[here_next]
