"""The bot `random`: any legal action, all equally likely.

A choice depends on nothing but the seed and the position, so that it can be made again.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from engine.brikks.events import encode
from engine.brikks.options import drawing_events
from engine.brikks.state import DECIDE, State
from engine.protocol import Json

T = TypeVar("T")


def choose(options: Sequence[T], view: State, seat: int, seed: str) -> T:
    """One of several, each as likely as the others over all seeds."""
    moment = f"{seed}|{seat}|{view.round}|{view.phase}|{view.sheets[seat].crosses}"
    number = int.from_bytes(sha256(moment.encode()).digest()[:8])
    return options[number * len(options) >> 64]


def uniform(view: State, seat: int, seed: str) -> Json:
    """Any of the actions open to it, all equally likely."""
    if view.phase == DECIDE:
        return {"kind": choose(("keep", "reroll"), view, seat, seed), "seat": seat}
    return encode(choose(drawing_events(view, seat), view, seat, seed))
