"""Where other apps hear of disputes and rulings, as they happen."""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

OPENED: Final = "opened"
RULED: Final = "ruled"


class News(NamedTuple):
    """That a game was flagged for review, or ruled upon."""

    what: str
    game: str
    seq: int
    """The event that has opened the dispute, or is the ruling."""
    club: str | None
    actors: tuple[str, ...]
    """Those who have a seat in the game, by the names that its log knows them by."""
    by: int | None
    """The account whose doing it is, who need not be told."""
    is_secret: bool
    """Whether only those who play the game may know of it."""


Hear: TypeAlias = Callable[[News], None]
"""Hears of something inside the transaction in which it happens."""

_hearing: list[Hear] = []


def hear_with(hear: Hear) -> None:
    """Let an app hear of disputes and rulings; to be called in its `ready`."""
    _hearing.append(hear)


def tell(news: News) -> None:
    """Tell everybody who wants to hear of it."""
    for hear in _hearing:
        hear(news)
