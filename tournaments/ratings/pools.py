"""Pools: which results are compared with each other."""

from typing import Final

from engine.records import DEFAULT_GAME

STANDARD: Final = "standard"
DUEL: Final = "duel"
DUPLICATE: Final = "duplicate"
SOLO: Final = "solo"
RATED: Final = (STANDARD, DUEL, DUPLICATE)
"""Where people have a rating; solo scores are compared as they are."""


def pool_of(variant: str, key: str = DEFAULT_GAME) -> str:
    """The pool of the games of a variant, or of runs on shared deals."""
    return f"{key}/{variant}"


def solo_pool(level: int | None = None, key: str = DEFAULT_GAME) -> str:
    """The pool of solo scores, of one level or of all of them."""
    return pool_of(SOLO, key) if level is None else f"{pool_of(SOLO, key)}/{level}"


def pools_of_run(key: str, level: int) -> tuple[str, str]:
    """The pools in which the score of a run counts: that of all levels and that of its own."""
    return solo_pool(key=key), solo_pool(level, key)


def is_solo(pool: str) -> bool:
    """Whether a pool is one of solo scores."""
    return pool.split("/")[1:2] == [SOLO]
