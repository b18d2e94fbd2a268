"""What happens to a seat that lets its time run out, and how a seat gives up.

Whoever has only to decide or to draw mini blocks loses that choice; whoever owes an answer or a start block loses a
bomb or the game, as the table has agreed.
"""

from typing import Final

from engine.brikks.events import Bomb, Drop, Event, Keep, Waive
from engine.brikks.refusals import malformed, words
from engine.brikks.sheet import RESIGN, TIMEOUT, has_bomb
from engine.brikks.state import DECIDE, MINIS, MOVES, State, awaited
from engine.brikks.turns import refuse_turn

BOMB_FIRST: Final = "bomb"
"""An unanswered roll uses a bomb while there is one, and forfeits then."""
FORFEIT: Final = "forfeit"
"""An unanswered roll forfeits at once."""
TIMEOUTS: Final = (BOMB_FIRST, FORFEIT)


def timed_out(state: State, seat: int, policy: str) -> Event:
    """What happens to a seat that must act and has let its time run out."""
    if policy not in TIMEOUTS:
        raise malformed("setup/unknown-timeout", policy=policy, known=words(TIMEOUTS))
    if seat not in awaited(state):
        raise refuse_turn(state, seat, TIMEOUT, state.phase)
    if state.phase == DECIDE:
        return Keep(seat)
    if state.phase == MINIS:
        return Waive(seat)
    if state.phase == MOVES and policy == BOMB_FIRST and has_bomb(state.sheets[seat]):
        return Bomb(seat)
    return Drop(seat, TIMEOUT)


def resigned(state: State, seat: int) -> Event:
    """The event by which a seat gives up; whether it still can is up to the rules."""
    return Drop(seat, RESIGN)
