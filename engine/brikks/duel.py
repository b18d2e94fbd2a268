"""The end of a duel's round: drawing mini blocks on the opponent's sheet, or giving them up."""

from engine.brikks.blocks import Piece
from engine.brikks.board import MINI_SHAPE, bit, landings
from engine.brikks.events import Mini, Waive
from engine.brikks.minis import mini_landings
from engine.brikks.refusals import illegal
from engine.brikks.rounds import owe_minis
from engine.brikks.sheet import draw_mini
from engine.brikks.state import MINIS, SEAT_BITS, State, replaced
from engine.brikks.turns import refuse_turn
from engine.errors import Refused


def mini(state: State, event: Mini) -> State:
    """A seat has drawn one of its mini blocks."""
    seat, piece = event
    _check_owed(state, seat, "mini")
    if not mini_landings(state.sheets[1 - seat].cells, state.fresh[1 - seat]) & piece.cells:
        raise _refuse_mini(state, seat, piece)
    return owe_minis(_drawn(state, seat, piece))


def waive(state: State, event: Waive) -> State:
    """A seat has given up the mini blocks it could still draw this round."""
    _check_owed(state, event.seat, "waive")
    return owe_minis(_with_owed(state, event.seat, 0))


def _check_owed(state: State, seat: int, kind: str) -> None:
    if state.phase != MINIS or not state.waiting & SEAT_BITS[seat]:
        raise refuse_turn(state, seat, kind, MINIS)


def _drawn(state: State, seat: int, piece: Piece) -> State:
    opponent = 1 - seat
    sheets = replaced(
        _with_owed(state, seat, state.sheets[seat].crosses - 1).sheets,
        opponent,
        draw_mini(state.sheets[opponent], piece),
    )
    fresh = list(state.fresh)
    fresh[opponent] |= piece.cells
    return state._replace(sheets=sheets, fresh=tuple(fresh))


def _with_owed(state: State, seat: int, owed: int) -> State:
    sheet = state.sheets[seat]._replace(crosses=owed)
    return state._replace(sheets=replaced(state.sheets, seat, sheet))


def _refuse_mini(state: State, seat: int, piece: Piece) -> Refused:
    cells = state.sheets[1 - seat].cells
    if cells & piece.cells:
        return illegal("mini/overlap")
    if landings(cells, MINI_SHAPE) & bit(piece.x, piece.y):
        return illegal("mini/touching")
    if piece.y and not cells & piece.below:
        return illegal("mini/floating")
    return illegal("mini/unreachable")
