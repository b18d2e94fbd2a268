"""Dice that anyone can check: a secret that was committed to, the players' own contributions, and nothing else.

The number of faces is the game's; what a face shows is up to the game.
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from hmac import digest
from itertools import count
from typing import Any, Final

from engine.canonical import canonical

SCHEME: Final = "brikks-dice/1"
TABLE: Final = "table"
"""The scheme of real dice, whose rolls are entered by hand."""

_HASH: Final = re.compile(r"[0-9a-f]{64}")
_CONTRIBUTION: Final = re.compile(r"([0-9a-f]{32})?")


def commitment(deal: str, seed: bytes) -> str:
    """What is published of a deal before anybody acts."""
    return sha256(f"brikks-deal/1|{deal}|{seed.hex()}".encode()).hexdigest()


def entropy(contributions: Sequence[str]) -> str:
    """What the players have added, as one text."""
    return sha256(canonical(list(contributions)).encode()).hexdigest()


def throw(seed: bytes, deal: str, mixed: str, number: int, again: int, faces: int) -> int:
    """The face of the roll with this number, counted from 1; with `again` 1, of its reroll."""
    fair = 256 - 256 % faces
    for block in count():
        message = f"{SCHEME}|{deal}|{mixed}|{number}|{again}|{block}"
        for byte in digest(seed, message.encode(), "sha256"):
            if byte < fair:
                return byte % faces
    raise AssertionError("unreachable")


def is_hash(value: Any) -> bool:
    """Whether a value is 32 bytes in lower-case hex, as seeds and commitments are."""
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def is_contribution(value: Any) -> bool:
    """Whether a value is what a player may add: 32 lower-case hex digits, or nothing."""
    return isinstance(value, str) and _CONTRIBUTION.fullmatch(value) is not None
