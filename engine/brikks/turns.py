"""Why it is not somebody's turn: asked only once it is known that it is not."""

from engine.brikks.refusals import PHASES, illegal, malformed
from engine.brikks.state import MINIS, MOVES, OVER, State
from engine.errors import Refused


def refuse_turn(state: State, seat: int, kind: str, phase: str) -> Refused:
    """Why this seat cannot do now what belongs to that phase."""
    if not 0 <= seat < len(state.sheets):
        return malformed("event/unknown-seat", seat=seat)
    if state.phase == OVER:
        return illegal("game/over")
    if state.sheets[seat].left:
        return illegal("seat/out", seat=seat)
    if state.phase != phase:
        return illegal("turn/wrong-phase", kind=kind, phase=PHASES[state.phase])
    if phase == MOVES:
        return illegal("turn/already-answered", seat=seat)
    if phase == MINIS:
        return illegal("mini/none-owed", seat=seat)
    return illegal("turn/other-seat", active=state.active, seat=seat)
