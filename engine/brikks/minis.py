"""Where the mini blocks of a duel may be drawn, and who still has some to draw."""

from engine.brikks.board import COLUMN, MINI_SHAPE, Bitboard, landings
from engine.brikks.state import SEAT_BITS, Fresh, Seats, Sheets


def mini_landings(cells: Bitboard, fresh: Bitboard) -> Bitboard:
    """Where on a sheet the opponent may draw a mini block, beside none of those drawn this round."""
    return landings(cells, MINI_SHAPE) & ~(fresh << 1 | fresh >> 1 | fresh << COLUMN | fresh >> COLUMN)


def owing(sheets: Sheets, fresh: Fresh) -> Seats:
    """The seats with mini blocks to draw and a cell to draw one in."""
    one, two = sheets
    waiting = 0
    if one.crosses and mini_landings(two.cells, fresh[1]):
        waiting |= SEAT_BITS[0]
    if two.crosses and mini_landings(one.cells, fresh[0]):
        waiting |= SEAT_BITS[1]
    return waiting
