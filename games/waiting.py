"""What games know of the patience of tournaments: until when a table waits for whoever has not come.

Tournaments themselves live in another app, which answers here.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeAlias

ENOUGH: Final = 2
"""How many must have come for a table to begin without the others."""


class Wait(NamedTuple):
    """Until when a table waits for those for whom it keeps seats."""

    until: datetime
    """Until when everybody may come."""
    patience: timedelta
    """How long those who come later wait for the others."""
    starts_at: datetime | None
    """When it starts without whoever is missing; None while too few have come."""


WaitOf: TypeAlias = Callable[[str], Wait | None]
"""How long the table of a game waits, None if that is as long as its round is open."""


def _for_ever(game: str) -> Wait | None:
    return None


_wait_of: WaitOf = _for_ever


def wait_with(wait_of: WaitOf) -> None:
    """Let the app that keeps the tournaments say how long their tables wait."""
    global _wait_of
    _wait_of = wait_of


def wait_at(game: str) -> Wait | None:
    """How long the table of a game waits for whoever has not come."""
    return _wait_of(game)
