"""How a game goes on: who is next, when a round closes, who has mini blocks to draw in a duel and where, and when the
game is over.
"""

from typing import Final

from engine.brikks.board import COLUMN, MINI_SHAPE, ROW_CELLS, Bitboard, landings
from engine.brikks.sheet import with_crosses
from engine.brikks.state import BOTH, MINIS, NEXT_SEAT, ROLL, SEAT_BITS, START, Fresh, Seats, Sheets, State, named, turn
from engine.protocol import OVER

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


def after_start_block(state: State, sheets: Sheets) -> State:
    """The set-up goes on counter-clockwise; after seat 0 the first seat still in rolls."""
    playing = state.playing
    for seat in range(state.active - 1, -1, -1):
        if playing & SEAT_BITS[seat]:
            return turn(state, START, seat, 0, playing, sheets)
    return turn(state, ROLL, NEXT_SEAT[playing][-1], 0, playing, sheets)


def close_round(state: State, playing: Seats, sheets: Sheets) -> State:
    """Everybody has answered, these seats are still in: the answers are opened and the round ends."""
    is_duel = state.variant.is_duel
    if not playing or (is_duel and playing != BOTH):
        return turn(state, OVER, state.active, 0, playing, sheets)
    if is_duel and (sheets[0].crosses or sheets[1].crosses):
        return owe_minis(state, sheets, state.fresh)
    return turn(state, ROLL, NEXT_SEAT[playing][state.active], 0, playing, sheets)


def owe_minis(state: State, sheets: Sheets, fresh: Fresh) -> State:
    """The mini blocks of a duel that can still be drawn this round; when there are none, the next round."""
    variant, _, round_, active, face, _, playing, _, _, forfeits, _ = state
    waiting = owing(sheets, fresh)
    if waiting != BOTH:
        sheets = _lapse(sheets, waiting)
    if waiting:
        phase = MINIS
    else:
        phase, active, fresh = ROLL, NEXT_SEAT[playing][active], (0, 0)
    return named((variant, phase, round_, active, face, waiting, playing, sheets, sheets, forfeits, fresh))


def _lapse(sheets: Sheets, waiting: Seats) -> Sheets:
    """The sheets without the mini blocks of those who have no cell to draw one in."""
    one, two = sheets
    if one.crosses and not waiting & SEAT_BITS[0]:
        one = with_crosses(one, 0)
    if two.crosses and not waiting & SEAT_BITS[1]:
        two = with_crosses(two, 0)
    return one, two


def await_roll(state: State, after: int) -> State:
    """The next player clockwise who is still in has to roll."""
    return turn(state, ROLL, NEXT_SEAT[state.playing][after], 0, state.playing, state.sheets)


def game_over(state: State) -> State:
    """Nothing more can happen."""
    return turn(state, OVER, state.active, 0, state.playing, state.sheets)
