"""Form: how somebody's latest matches came out, each by a place and a word."""

from datetime import datetime
from typing import Final, NamedTuple

from engine.protocol import Json

WON: Final = "won"
SHARED: Final = "shared"
LOST: Final = "lost"
PLACED: Final = "placed"
OUTCOMES: Final = (WON, SHARED, LOST, PLACED)
LATEST: Final = 10
"""How many matches make somebody's form."""


class MatchOutcome(NamedTuple):
    """How one match came out for somebody."""

    pool: str
    at: datetime
    place: int
    field: int
    is_shared: bool
    """Whether others took the same place."""
    game: str | None = None
    """The game, where the viewer may see it."""
    opponents: tuple[Json, ...] = ()
    """Who else sat there, where the viewer may see the game."""
    is_overridden: bool = False
    """Whether an organiser has put another result in the place of the game."""

    @property
    def word(self) -> str:
        """What kind of outcome that is."""
        if self.place == 1:
            return SHARED if self.is_shared else WON
        return LOST if self.field == 2 else PLACED


class RecentForm(NamedTuple):
    """The latest matches, the newest first."""

    outcomes: list[MatchOutcome]

    @property
    def won(self) -> int:
        """How many of them were won outright."""
        return sum(outcome.word == WON for outcome in self.outcomes)
