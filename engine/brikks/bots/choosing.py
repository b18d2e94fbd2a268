"""Chance for bots: a choice that depends on nothing but the seed and the position, so that it can be made again."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

from engine.brikks.state import State

T = TypeVar("T")


def choose(options: Sequence[T], view: State, seat: int, seed: str) -> T:
    """One of several, each as likely as the others over all seeds."""
    moment = f"{seed}|{seat}|{view.round}|{view.phase}|{view.sheets[seat].crosses}"
    number = int.from_bytes(sha256(moment.encode()).digest()[:8])
    return options[number * len(options) >> 64]
