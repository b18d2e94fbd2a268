"""One event after another: the state after an event, or a refusal that leaves everything as it was."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from engine.brikks.answers import bomb, place
from engine.brikks.duel import mini, waive
from engine.brikks.events import Bomb, Drop, Event, Keep, Mini, Place, Reroll, Roll, Start, Waive
from engine.brikks.leaving import drop
from engine.brikks.opening import start
from engine.brikks.rolling import keep, reroll, roll
from engine.brikks.state import Bare, State, named

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
