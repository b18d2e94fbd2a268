"""The beginning of a round: the roll, and whether it is kept or rolled once more."""

from engine.brikks.blocks import Face
from engine.brikks.events import Keep, Reroll, Roll
from engine.brikks.refusals import illegal
from engine.brikks.sheet import new
from engine.brikks.state import DECIDE, MOVES, OVER, ROLL, State
from engine.brikks.turns import refuse_turn
from engine.errors import Refused


def roll(state: State, event: Roll) -> State:
    """The active seat has rolled both dice."""
    seat, face = event
    variant, phase, round_, active, _, waiting, playing, sheets, public, forfeits, fresh = state
    if phase != ROLL or seat != active:
        raise refuse_turn(state, seat, "roll", ROLL)
    if variant.has_reroll:
        phase = DECIDE
    else:
        phase, waiting = MOVES, playing
    return new(
        State,
        (variant, phase, round_ + 1, active, face, waiting, playing, sheets, public, forfeits, fresh),
    )


def keep(state: State, event: Keep) -> State:
    """The active seat lets the roll stand."""
    if state.phase != DECIDE or event.seat != state.active:
        raise _refuse_decision(state, event.seat, "keep")
    return roll_stands(state, state.roll)


def reroll(state: State, event: Reroll) -> State:
    """The active seat has rolled both dice again."""
    if state.phase != DECIDE or event.seat != state.active:
        raise _refuse_decision(state, event.seat, "reroll")
    return roll_stands(state, event.face)


def roll_stands(state: State, face: Face) -> State:
    """Everybody still in has to answer this roll."""
    variant, _, round_, active, _, _, playing, sheets, public, forfeits, fresh = state
    return new(State, (variant, MOVES, round_, active, face, playing, playing, sheets, public, forfeits, fresh))


def _refuse_decision(state: State, seat: int, kind: str) -> Refused:
    if state.variant.has_reroll or state.phase == OVER:
        return refuse_turn(state, seat, kind, DECIDE)
    return illegal("roll/no-reroll")
