"""What can be agreed on before a game that the site offers, in the words of its board."""

from typing import Final

from engine.records import DEFAULT_GAME
from games.boards import board_of
from games.boards.protocol import Agreeing

OFFERED: Final[Agreeing] = board_of(DEFAULT_GAME).agreeing


def variant_name(key: str) -> str:
    """What a variant is called; one of another game by its key."""
    return str(OFFERED.variants.get(key, key))


def level_name(level: int) -> str:
    """How hard a seat has it."""
    return str(OFFERED.levels.get(level, level))


def timeout_name(policy: str) -> str:
    """What happens to whoever lets the time run out."""
    return str(OFFERED.timeouts.get(policy, policy))
