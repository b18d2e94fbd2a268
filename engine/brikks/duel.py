"""The end of a duel's round: drawing mini blocks on the opponent's sheet, or giving them up."""

from engine.brikks.blocks import Piece
from engine.brikks.board import MINI_SHAPE, Bitboard, landings
from engine.brikks.events import Mini, Waive
from engine.brikks.minis import mini_landings
from engine.brikks.refusals import illegal
from engine.brikks.rounds import owe_minis
from engine.brikks.sheet import draw_mini, with_crosses
from engine.brikks.state import MINIS, SEAT_BITS, State, replaced
from engine.brikks.turns import refuse_turn
from engine.errors import Refused


def mini(state: State, event: Mini) -> State:
    """A seat has drawn one of its mini blocks."""
    seat, piece = event
    _check_owed(state, seat, "mini")
    opponent = 1 - seat
    own, target = state.sheets[seat], state.sheets[opponent]
    if not mini_landings(target.cells, state.fresh[opponent]) & piece.cells:
        raise _refuse_mini(target.cells, piece)
    own, target = with_crosses(own, own.crosses - 1), draw_mini(target, piece)
    mine, theirs = state.fresh[seat], state.fresh[opponent] | piece.cells
    if seat:
        return owe_minis(state, (target, own), (theirs, mine))
    return owe_minis(state, (own, target), (mine, theirs))


def waive(state: State, event: Waive) -> State:
    """A seat has given up the mini blocks it could still draw this round."""
    seat = event.seat
    _check_owed(state, seat, "waive")
    return owe_minis(state, replaced(state.sheets, seat, with_crosses(state.sheets[seat], 0)), state.fresh)


def _check_owed(state: State, seat: int, kind: str) -> None:
    if state.phase != MINIS or not state.waiting & SEAT_BITS[seat]:
        raise refuse_turn(state, seat, kind, MINIS)


def _refuse_mini(cells: Bitboard, piece: Piece) -> Refused:
    if cells & piece.cells:
        return illegal("mini/overlap")
    if landings(cells, MINI_SHAPE) & piece.cells:
        return illegal("mini/touching")
    if piece.y and not cells & piece.below:
        return illegal("mini/floating")
    return illegal("mini/unreachable")
