"""Answering a roll: place a block, use a bomb, or drop out because the rolled block does not fit.

Placing is the heart of every replay, so it works on bare states.
"""

from engine.brikks.blocks import price
from engine.brikks.board import landings
from engine.brikks.events import Bomb, Drop, Place
from engine.brikks.refusals import illegal
from engine.brikks.rounds import close_round
from engine.brikks.sheet import Sheet, draw, has_bomb, leave, use_bomb
from engine.brikks.state import BOTH, MOVES, NEXT_SEAT, ROLL, SEAT_BITS, Bare, State, named, replaced
from engine.brikks.turns import refuse_turn


def place(state: Bare, event: Place) -> Bare:
    """A seat has drawn a block."""
    seat, piece = event
    variant, phase, round_, active, face, waiting, playing, sheets, public, forfeits, fresh = state
    mark = SEAT_BITS[seat]
    if phase != MOVES or not waiting & mark:
        raise refuse_turn(named(state), seat, "place", MOVES)
    cost = 0 if piece.face is face else price(face, piece.face)
    sheet = draw(sheets[seat], piece, cost)
    sheets = sheets[:seat] + (sheet,) + sheets[seat + 1 :]  # noqa: RUF005 - half the time
    waiting ^= mark
    if not waiting:
        if variant.is_duel and (playing != BOTH or sheets[0].crosses or sheets[1].crosses):
            return close_round(named(state), playing, sheets)
        # what `close_round` comes to when a round simply ends, as nearly all do
        phase, active, public = ROLL, NEXT_SEAT[playing][active], sheets
    return variant, phase, round_, active, face, waiting, playing, sheets, public, forfeits, fresh


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
    sheets = replaced(sheets, seat, sheet)
    if not waiting:
        return close_round(state, playing, sheets)
    return named((variant, phase, round_, active, face, waiting, playing, sheets, public, forfeits, fresh))
