"""What achievements are computed from."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple


class Result(NamedTuple):
    """A rated match of somebody, and what it made of their rating."""

    pool: str
    at: datetime
    place: int
    field: int
    is_shared: bool
    """Whether others took the first place too; nothing is said of other places."""
    rating: int
    games: int
    """How many matches of the pool this makes."""

    @property
    def is_win(self) -> bool:
        """Whether it was won outright."""
        return self.place == 1 and not self.is_shared


class Run(NamedTuple):
    """A rated solo game of somebody."""

    at: datetime
    is_complete: bool
    """Whether it was played to its end."""
    is_hardest: bool
    """Whether it was played on the hardest level."""
    has_top_title: bool
    """Whether it has earned the highest title."""


class Facts(NamedTuple):
    """What is known of somebody, each sequence with the oldest first."""

    results: Sequence[Result] = ()
    runs: Sequence[Run] = ()
    met: Sequence[datetime] = ()
    """When they had finished the first rated game with each of those they have met at a table."""
    upset: datetime | None = None
    """When they were first placed before somebody whose rating was much higher than theirs, and settled."""
    attended: datetime | None = None
    """When the first tournament ended of which they have played every round."""
