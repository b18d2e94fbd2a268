"""One event after another: the state after an event, or a refusal that leaves everything as it was."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from engine.brikks.answers import bomb, place
from engine.brikks.duel import mini, waive
from engine.brikks.events import Bomb, Drop, Event, Keep, Mini, Place, Reroll, Roll, Start, Waive
from engine.brikks.leaving import drop
from engine.brikks.opening import start
from engine.brikks.rolling import keep, reroll, roll
from engine.brikks.state import State

RULES: Final[dict[type, Callable[[State, Any], State]]] = {
    Start: start,
    Roll: roll,
    Keep: keep,
    Reroll: reroll,
    Place: place,
    Bomb: bomb,
    Drop: drop,
    Mini: mini,
    Waive: waive,
}


def apply(state: State, event: Event) -> State:
    """The state after an event."""
    return RULES[type(event)](state, event)


def replay(state: State, events: Iterable[Event]) -> State:
    """The state after many events, with all their rules checked."""
    rules = RULES
    for event in events:
        state = rules[type(event)](state, event)
    return state
