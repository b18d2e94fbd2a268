"""Where the mini blocks of a duel may be drawn, and who still has some to draw."""

from typing import Final

from engine.brikks.board import COLUMN, MINI_SHAPE, ROW_CELLS, Bitboard, landings
from engine.brikks.state import SEAT_BITS, Fresh, Seats, Sheets

TOP_ROW: Final = ROW_CELLS[-1]


def mini_landings(cells: Bitboard, fresh: Bitboard) -> Bitboard:
    """Where on a sheet the opponent may draw a mini block, beside none of those drawn this round."""
    return landings(cells, MINI_SHAPE) & ~(fresh << 1 | fresh >> 1 | fresh << COLUMN | fresh >> COLUMN)


def owing(sheets: Sheets, fresh: Fresh) -> Seats:
    """The seats with mini blocks to draw and a cell to draw one in."""
    one, two = sheets
    waiting = 0
    if one.crosses and has_mini_landing(two.cells, fresh[1]):
        waiting |= SEAT_BITS[0]
    if two.crosses and has_mini_landing(one.cells, fresh[0]):
        waiting |= SEAT_BITS[1]
    return waiting


def has_mini_landing(cells: Bitboard, fresh: Bitboard) -> bool:
    """Whether there is any cell for a mini block; before the first one, an open column is enough."""
    is_open = not fresh and cells & TOP_ROW != TOP_ROW
    return is_open or bool(mini_landings(cells, fresh))
