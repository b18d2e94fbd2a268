"""Answering a roll: place a block, use a bomb, or drop out because the rolled block does not fit.

Placing is the hot path of every replay, so this module spells its tuples out.
"""

from engine.brikks.blocks import Piece, price
from engine.brikks.board import Bitboard, bit, landings
from engine.brikks.events import Bomb, Drop, Place
from engine.brikks.refusals import illegal
from engine.brikks.rounds import close_round
from engine.brikks.sheet import Sheet, draw, has_bomb, leave, new, use_bomb
from engine.brikks.state import MOVES, NEXT_SEAT, ROLL, SEAT_BITS, State
from engine.brikks.turns import refuse_turn
from engine.errors import Refused


def place(state: State, event: Place) -> State:
    """A seat has drawn a block."""
    seat, piece = event
    variant, phase, round_, active, face, waiting, playing, sheets, public, forfeits, fresh = state
    mark = SEAT_BITS[seat]
    if phase != MOVES or not waiting & mark:
        raise refuse_turn(state, seat, "place", MOVES)
    sheet = sheets[seat]
    cost = 0 if piece.face is face else price(face, piece.face)
    if cost > sheet.ready:
        raise illegal("move/energy", price=cost, ready=sheet.ready)
    cells = sheet.cells
    if cells & piece.sweep or not (cells & piece.below or piece.y == 0):
        check_landing(cells, piece)
    sheet = draw(sheet, piece, cost)
    sheets = sheets[:seat] + (sheet,) + sheets[seat + 1 :]  # noqa: RUF005
    waiting ^= mark
    if not waiting:
        if not variant.has_bonus:
            return close_round(state, playing, sheets)
        phase, active, public = ROLL, NEXT_SEAT[playing, active], sheets
    return new(State, (variant, phase, round_, active, face, waiting, playing, sheets, public, forfeits, fresh))


def bomb(state: State, event: Bomb) -> State:
    """A seat has used a bomb."""
    sheet = _answering(state, event.seat, "bomb")
    if not has_bomb(sheet):
        raise illegal("bomb/none-left")
    return _answered(state, event.seat, use_bomb(sheet))


def drop_stuck(state: State, event: Drop) -> State:
    """A seat has dropped out because the block as rolled has no landing."""
    sheet = _answering(state, event.seat, "drop")
    if landings(sheet.cells, state.roll.shape):
        raise illegal("drop/fits", seat=event.seat)
    return _answered(state, event.seat, leave(sheet, event.reason))


def check_landing(cells: Bitboard, piece: Piece) -> None:
    """Refuse a piece that does not lie where it can fall to, by whatever way."""
    if not landings(cells, piece.face.shape) & bit(piece.x, piece.y):
        raise _refuse_landing(cells, piece)


def _answering(state: State, seat: int, kind: str) -> Sheet:
    """The sheet of a seat that still has to answer the roll."""
    if state.phase != MOVES or not state.waiting & SEAT_BITS[seat]:
        raise refuse_turn(state, seat, kind, MOVES)
    return state.sheets[seat]


def _answered(state: State, seat: int, sheet: Sheet) -> State:
    """The answer is given; the last one closes the round."""
    variant, phase, round_, active, face, waiting, playing, sheets, public, forfeits, fresh = state
    waiting ^= SEAT_BITS[seat]
    if sheet.left:
        playing ^= SEAT_BITS[seat]
    sheets = sheets[:seat] + (sheet,) + sheets[seat + 1 :] if len(sheets) > 1 else (sheet,)  # noqa: RUF005
    if not waiting:
        return close_round(state, playing, sheets)
    return new(State, (variant, phase, round_, active, face, waiting, playing, sheets, public, forfeits, fresh))


def _refuse_landing(cells: Bitboard, piece: Piece) -> Refused:
    if cells & piece.cells:
        return illegal("move/overlap")
    if piece.y and not cells & piece.below:
        return illegal("move/floating")
    return illegal("move/unreachable")
