"""One player's sheet: what is drawn on it, and what drawing a block settles.

Nothing here knows of rounds or of other players.
"""

from typing import Final, NamedTuple, TypeAlias

from engine.brikks.blocks import Piece
from engine.brikks.board import Bitboard, landings
from engine.brikks.figures import (
    BOMBS,
    CIRCLED_AT_START,
    COLUMNS,
    ENERGY_CIRCLES,
    PINK_CIRCLES,
    READY_AT_START,
    RIGHT_DOT_ENERGY,
    ROW_CROSSES,
)
from engine.brikks.refusals import illegal

new: Final = tuple.__new__
"""Makes a named tuple from all of its values at half the cost of calling the class, for the hot paths."""

STUCK: Final = "stuck"
RESIGN: Final = "resign"
TIMEOUT: Final = "timeout"
STOP: Final = "stop"
FORFEITS: Final = (RESIGN, TIMEOUT)
LEAVING: Final = (STUCK, *FORFEITS, STOP)
"""The reasons for which a player may be out."""


Drawn: TypeAlias = "tuple[Piece, Drawn] | tuple[()]"
"""The pieces on a sheet, the last one first, each with those before it: a sheet shares all but one with the next."""

TWO_ROWS: Final = 2 * COLUMNS
"""Crosses are earned from two rows on, which need so many cells."""


class Sheet(NamedTuple):
    """A sheet as it stands."""

    level: int
    cells: Bitboard
    ready: int
    """Energy points that can be spent."""
    circled: int
    """Circles of the energy bar that are used up, ready or not."""
    crosses: int
    """Crosses earned; in a duel, mini blocks that may still be drawn."""
    bombs: int
    """Bombs used."""
    left: str
    """Why the player is out, empty while they are in."""
    drawn: Drawn


def pieces(sheet: Sheet) -> list[Piece]:
    """What is drawn on a sheet, in that order."""
    found = []
    drawn = sheet.drawn
    while drawn:
        piece, drawn = drawn
        found.append(piece)
    return found[::-1]


MOST_GAINED: Final = 4 * RIGHT_DOT_ENERGY


def _activate(circled: int, gained: int) -> tuple[int, int]:
    circles = range(circled + 1, min(circled + gained, ENERGY_CIRCLES) + 1)
    return len(circles), sum(circle in PINK_CIRCLES for circle in circles)


ENERGY_BAR: Final = tuple(
    tuple(_activate(circled, gained) for gained in range(MOST_GAINED + 1)) for circled in range(ENERGY_CIRCLES + 1)
)
"""By circles used and energy gained: how many circles are activated, and how many of them are pink."""


def new_sheet(level: int, players: int) -> Sheet:
    """An empty sheet at the beginning of a game of so many players."""
    return new(Sheet, (level, 0, READY_AT_START[players], CIRCLED_AT_START[players], 0, 0, "", ()))


def draw(sheet: Sheet, piece: Piece, price: int) -> Sheet:
    """The sheet after paying for a block and drawing it, with its dots and completed rows settled.

    Refused if there is too little energy, or if the block cannot fall to its place: by the straight way, or by any.
    """
    level, cells, ready, circled, crosses, bombs, left, drawn = sheet
    if ready < price:
        raise illegal("move/energy", price=price, ready=ready)
    if cells & piece.sweep or not (cells & piece.below or piece.y == 0):
        check_landing(cells, piece)
    ready -= price
    cells |= piece.cells
    if piece.energy:
        gained, lost = piece.energy[level]
        activated, pink = ENERGY_BAR[circled][gained]
        circled += activated
        crosses += pink
        ready += activated
        ready = ready - lost if ready > lost else 0
    if (cells & piece.band).bit_count() >= TWO_ROWS:
        crosses += ROW_CROSSES[completed_rows(cells, piece)]
    return new(Sheet, (level, cells, ready, circled, crosses, bombs, left, (piece, drawn)))


def check_landing(cells: Bitboard, piece: Piece) -> None:
    """Refuse a piece that does not lie where it can fall to."""
    if landings(cells, piece.face.shape) & piece.corner:
        return
    if cells & piece.cells:
        raise illegal("move/overlap")
    if piece.y and not cells & piece.below:
        raise illegal("move/floating")
    raise illegal("move/unreachable")


def completed_rows(cells: Bitboard, piece: Piece) -> int:
    """How many rows are full of those that a piece just drawn touches."""
    completed = 0
    for row in piece.rows:
        if cells & row == row:
            completed += 1
    return completed


def draw_mini(sheet: Sheet, piece: Piece) -> Sheet:
    """The sheet after the opponent drew a mini block on it, which settles nothing."""
    level, cells, ready, circled, crosses, bombs, left, drawn = sheet
    return new(Sheet, (level, cells | piece.cells, ready, circled, crosses, bombs, left, (piece, drawn)))


def with_crosses(sheet: Sheet, crosses: int) -> Sheet:
    """The sheet with so many crosses, which in a duel are mini blocks to draw."""
    level, cells, ready, circled, _, bombs, left, drawn = sheet
    return new(Sheet, (level, cells, ready, circled, crosses, bombs, left, drawn))


def use_bomb(sheet: Sheet) -> Sheet:
    """The sheet with the next bomb crossed out."""
    level, cells, ready, circled, crosses, bombs, left, drawn = sheet
    return new(Sheet, (level, cells, ready, circled, crosses, bombs + 1, left, drawn))


def leave(sheet: Sheet, reason: str) -> Sheet:
    """The sheet of a player who is out."""
    level, cells, ready, circled, crosses, bombs, _, drawn = sheet
    return new(Sheet, (level, cells, ready, circled, crosses, bombs, reason, drawn))


def has_bomb(sheet: Sheet) -> bool:
    """Whether a bomb is left."""
    return sheet.bombs < len(BOMBS)
