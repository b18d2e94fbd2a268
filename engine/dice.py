"""Dice that anyone can check: a secret that was committed to, the players' own contributions, and nothing else.

The number of faces is the game's; what a face shows is up to the game.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from engine.canonical import canonical

SCHEME: Final = "brikks-dice/1"
TABLE: Final = "table"
"""The scheme of real dice, whose rolls are entered by hand."""

BLOCK: Final = 64
"""How many bytes SHA-256 takes at once, to which HMAC fills up its key."""

_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
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
    return thrower(seed, deal, mixed, faces)(number, again)


def thrower(seed: bytes, deal: str, mixed: str, faces: int) -> Callable[[int, int], int]:
    """The same for many throws of one deal: HMAC-SHA256 with everything that they share hashed once."""
    key = (seed if len(seed) <= BLOCK else sha256(seed).digest()).ljust(BLOCK, b"\0")
    inner = sha256(key.translate(_INNER) + f"{SCHEME}|{deal}|{mixed}|".encode())
    outer = sha256(key.translate(_OUTER))
    fair = 256 - 256 % faces

    start_message, start_code = inner.copy, outer.copy

    def face(number: int, again: int, block: int = 0) -> int:
        message, code = start_message(), start_code()
        message.update(_counted(number, again, block))
        code.update(message.digest())
        for byte in code.digest():
            if byte < fair:
                return byte % faces
        return face(number, again, block + 1)

    return face


@lru_cache(maxsize=4096)
def _counted(number: int, again: int, block: int) -> bytes:
    """Which throw it is, as every deal has them."""
    return f"{number:d}|{again:d}|{block:d}".encode()


def is_hash(value: Any) -> bool:
    """Whether a value is 32 bytes in lower-case hex, as seeds and commitments are."""
    return isinstance(value, str) and _HASH.fullmatch(value) is not None


def is_contribution(value: Any) -> bool:
    """Whether a value is what a player may add: 32 lower-case hex digits, or nothing."""
    return isinstance(value, str) and _CONTRIBUTION.fullmatch(value) is not None
