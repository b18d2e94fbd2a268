"""Dropping out: stuck as an answer to a roll, or at any moment by resigning, running out of time or stopping."""

from engine.brikks.answers import drop_stuck
from engine.brikks.events import Drop
from engine.brikks.refusals import illegal
from engine.brikks.rolling import roll_stands
from engine.brikks.rounds import after_start_block, await_roll, close_round, game_over
from engine.brikks.sheet import STOP, STUCK
from engine.brikks.state import DECIDE, MOVES, OVER, ROLL, SEAT_BITS, START, State, named, replaced
from engine.brikks.turns import refuse_turn


def drop(state: State, event: Drop) -> State:
    """A seat has left the game."""
    if event.reason == STUCK:
        return drop_stuck(state, event)
    return stop(state, event) if event.reason == STOP else forfeit(state, event)


def forfeit(state: State, event: Drop) -> State:
    """A seat has resigned or run out of time; an answer already given to this roll stands."""
    _check_in(state, event.seat)
    state = _leave(state, event)._replace(forfeits=(*state.forfeits, event.seat))
    if state.variant.is_duel or not state.playing:
        return game_over(state)
    return _go_on_without(state, event.seat)


def stop(state: State, event: Drop) -> State:
    """The last seat has ended a game that all others forfeited, without forfeiting it."""
    _check_in(state, event.seat)
    if not may_stop(state, event.seat):
        raise illegal("drop/stop")
    return game_over(_leave(state, event))


def may_stop(state: State, seat: int) -> bool:
    """Whether all seats but this one have forfeited."""
    others = set(range(len(state.sheets))) - {seat}
    return state.variant.may_stop and others == set(state.forfeits)


def _check_in(state: State, seat: int) -> None:
    if state.phase == OVER or not state.playing & SEAT_BITS[seat]:
        raise refuse_turn(state, seat, "drop", state.phase)


def _leave(state: State, event: Drop) -> State:
    """The state with a seat out for everybody to see."""
    seat, reason = event
    return state._replace(
        playing=state.playing & ~SEAT_BITS[seat],
        sheets=replaced(state.sheets, seat, state.sheets[seat]._replace(left=reason)),
        public=replaced(state.public, seat, state.public[seat]._replace(left=reason)),
    )


def _go_on_without(state: State, seat: int) -> State:
    """What the others are waiting for, now that a seat has left."""
    if state.phase == MOVES:
        state = state._replace(waiting=state.waiting & ~SEAT_BITS[seat])
        return state if state.waiting else close_round(state, state.playing, state.sheets)
    if seat != state.active:
        return state
    if state.phase == START:
        return after_start_block(state, state.sheets)
    if state.phase == ROLL:
        return await_roll(state, after=seat)
    assert state.phase == DECIDE, "mini blocks are drawn in duels, which end with a forfeit"
    return named(roll_stands(state))
