"""Which presenter a game has, found by the game's key, and what the site offers to set up; the rest of the site knows
neither shapes nor points.

A game without a presenter of its own is played by buttons, and has no thumbnails in lists.
"""

from collections.abc import Callable
from typing import Any, Final

from engine.protocol import Json
from engine.records import DEFAULT_GAME
from games.presenters.brikks.presenter import BRIKKS_PRESENTER
from games.presenters.brikks.sheets import thumbnails
from games.presenters.plain import PLAIN_PRESENTER
from games.presenters.protocol import AnyPresenter, SetupOptions

PRESENTERS: Final[dict[str, AnyPresenter]] = {BRIKKS_PRESENTER.key: BRIKKS_PRESENTER}


def presenter_of(key: str) -> AnyPresenter:
    """The board of a game, the plain one if it has none of its own."""
    return PRESENTERS.get(key, PLAIN_PRESENTER)


OFFERED_SETUP: Final[SetupOptions] = presenter_of(DEFAULT_GAME).agreeing


def variant_name(key: str) -> str:
    """What a variant is called; one of another game by its key."""
    return str(OFFERED_SETUP.variants.get(key, key))


def level_name(level: int) -> str:
    """How hard a seat has it."""
    return str(OFFERED_SETUP.levels.get(level, level))


def timeout_name(policy: str) -> str:
    """What happens to whoever lets the time run out."""
    return str(OFFERED_SETUP.timeouts.get(policy, policy))


_THUMBNAILS: Final[dict[str, Callable[[Json], list[Any]]]] = {"brikks": thumbnails}
GAMES_WITH_THUMBNAILS: Final = tuple(_THUMBNAILS)
"""The games of which there are pictures."""


def thumbnails_of(key: str, state: Json) -> list[Any]:
    """One picture for each seat; none for a game that has no pictures."""
    draw = _THUMBNAILS.get(key)
    return [] if draw is None else draw(state)
