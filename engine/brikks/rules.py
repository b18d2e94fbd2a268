"""The rules, event by event: the state after a start block, a roll, an answer, a mini block or a seat that leaves, or a
refusal that leaves everything as it was.

Rolling and placing are much of every replay, so they work on bare states. A seat that lets its time run out loses the
choice when it has only to decide or to draw mini blocks; if it owes an answer or a start block, it loses a bomb or the
game, as the table has agreed.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from engine.brikks.blocks import START_PIECES, Face, Piece, price
from engine.brikks.board import MINI_SHAPE, Bitboard, landings
from engine.brikks.events import Bomb, Drop, Event, Keep, Mini, Place, Reroll, Roll, Start, Waive
from engine.brikks.refusals import PHASES, illegal, malformed, words
from engine.brikks.rounds import after_start_block, await_roll, close_round, game_over, mini_landings, owe_minis
from engine.brikks.sheet import (
    RESIGN,
    STOP,
    STUCK,
    TIMEOUT,
    Sheet,
    draw,
    draw_mini,
    has_bomb,
    leave,
    use_bomb,
    with_crosses,
)
from engine.brikks.state import (
    BOTH,
    DECIDE,
    MINIS,
    MOVES,
    NEXT_SEAT,
    ROLL,
    SEAT_BITS,
    START,
    Bare,
    State,
    awaited,
    named,
    replaced,
)
from engine.errors import Refused, Word
from engine.protocol import OVER


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


def mini(state: State, event: Mini) -> State:
    """A seat has drawn one of its mini blocks."""
    seat, piece = event
    _require_owed(state, seat, "mini")
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
    _require_owed(state, seat, "waive")
    return owe_minis(state, replaced(state.sheets, seat, with_crosses(state.sheets[seat], 0)), state.fresh)


def _require_owed(state: State, seat: int, kind: str) -> None:
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


def drop(state: State, event: Drop) -> State:
    """A seat has left the game."""
    if event.reason == STUCK:
        return drop_stuck(state, event)
    return stop(state, event) if event.reason == STOP else forfeit(state, event)


def forfeit(state: State, event: Drop) -> State:
    """A seat has resigned or run out of time; an answer already given to this roll stands."""
    _require_in(state, event.seat)
    state = _leave(state, event)._replace(forfeits=(*state.forfeits, event.seat))
    if state.variant.is_duel or not state.playing:
        return game_over(state)
    return _go_on_without(state, event.seat)


def stop(state: State, event: Drop) -> State:
    """The last seat has ended a game that all others forfeited, without forfeiting it."""
    _require_in(state, event.seat)
    if not may_stop(state, event.seat):
        raise illegal("drop/stop")
    return game_over(_leave(state, event))


def may_stop(state: State, seat: int) -> bool:
    """Whether all seats but this one have forfeited."""
    others = set(range(len(state.sheets))) - {seat}
    return state.variant.may_stop and others == set(state.forfeits)


def _require_in(state: State, seat: int) -> None:
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


Rule: TypeAlias = Callable[[Bare, Any], Bare]


def _by_name(rule: Callable[[State, Any], State]) -> Rule:
    """A rule that wants its state with names, for use among those that do not."""
    return lambda bare, event: rule(named(bare), event)


RULES: Final[dict[type, Rule]] = {
    Start: _by_name(start),
    Roll: roll,
    Keep: keep,
    Reroll: reroll,
    Place: place,
    Bomb: _by_name(bomb),
    Drop: _by_name(drop),
    Mini: _by_name(mini),
    Waive: _by_name(waive),
}


def apply(state: State, event: Event) -> State:
    """The state after an event."""
    return named(RULES[type(event)](state, event))


def replay(state: State, events: Iterable[Event]) -> State:
    """The state after many events, with all their rules checked."""
    rules = RULES
    bare: Bare = state
    for event in events:
        bare = rules[type(event)](bare, event)
    return named(bare)
