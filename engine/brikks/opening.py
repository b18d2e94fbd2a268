"""The set-up: start blocks, drawn counter-clockwise from the right of the starting player."""

from typing import Final

from engine.brikks.blocks import PIECES, Piece
from engine.brikks.events import Start
from engine.brikks.refusals import illegal
from engine.brikks.rounds import after_start_block
from engine.brikks.sheet import draw
from engine.brikks.state import START, State, replaced
from engine.brikks.turns import refuse_turn
from engine.errors import Word

START_COLUMN: Final = 1
"""Start blocks are those of the table's first column, and they stand on the bottom row."""
START_PIECES: Final = [piece for piece in PIECES.values() if piece.face.column == START_COLUMN and piece.y == 0]


def start(state: State, event: Start) -> State:
    """A seat has drawn its start block."""
    seat, piece = event
    if state.phase != START or seat != state.active:
        raise refuse_turn(state, seat, "start", START)
    if piece.face.color in taken_colors(state):
        raise illegal("start/color-taken", color=Word(piece.face.color))
    sheet = draw(state.sheets[seat], piece, 0)
    return after_start_block(state, replaced(state.sheets, seat, sheet))


def taken_colors(state: State) -> set[str]:
    """The colours that have been picked; one picked by a seat that left stays taken."""
    return {sheet.drawn[0].face.color for sheet in state.sheets if sheet.drawn}


def start_pieces(state: State) -> list[Piece]:
    """Every start block that can be drawn now."""
    taken = taken_colors(state)
    return [piece for piece in START_PIECES if piece.face.color not in taken]
