"""The beginning of a round: the roll, and whether it is kept or rolled once more.

These rules are much of every replay, so they work on bare states.
"""

from engine.brikks.blocks import Face
from engine.brikks.events import Keep, Reroll, Roll
from engine.brikks.refusals import illegal
from engine.brikks.state import DECIDE, MOVES, OVER, ROLL, Bare, named
from engine.brikks.turns import refuse_turn
from engine.errors import Refused


def roll(state: Bare, event: Roll) -> Bare:
    """The active seat has rolled both dice."""
    seat, face = event
    variant, phase, round_, active, _, waiting, playing, sheets, public, forfeits, fresh = state
    if phase != ROLL or seat != active:
        raise refuse_turn(named(state), seat, "roll", ROLL)
    if variant.has_reroll:
        phase = DECIDE
    else:
        phase, waiting = MOVES, playing
    return variant, phase, round_ + 1, active, face, waiting, playing, sheets, public, forfeits, fresh


def keep(state: Bare, event: Keep) -> Bare:
    """The active seat lets the roll stand."""
    return _decided(state, event.seat, "keep", None)


def reroll(state: Bare, event: Reroll) -> Bare:
    """The active seat has rolled both dice again."""
    seat, face = event
    return _decided(state, seat, "reroll", face)


def roll_stands(state: Bare) -> Bare:
    """Everybody still in has to answer the roll as it lies."""
    variant, _, round_, active, face, _, playing, sheets, public, forfeits, fresh = state
    return variant, MOVES, round_, active, face, playing, playing, sheets, public, forfeits, fresh


def _decided(state: Bare, seat: int, kind: str, again: Face | None) -> Bare:
    """The first roll or the second one stands."""
    variant, phase, round_, active, face, _, playing, sheets, public, forfeits, fresh = state
    if phase != DECIDE or seat != active:
        raise _refuse_decision(state, seat, kind)
    return variant, MOVES, round_, active, again or face, playing, playing, sheets, public, forfeits, fresh


def _refuse_decision(bare: Bare, seat: int, kind: str) -> Refused:
    state = named(bare)
    if state.variant.has_reroll or state.phase == OVER:
        return refuse_turn(state, seat, kind, DECIDE)
    return illegal("roll/no-reroll")
