"""Games as small pictures, for lists: what each of them looks like its own folder knows."""

from collections.abc import Callable
from typing import Any, Final

from engine.protocol import Json
from games.boards.brikks.small import small_sheets

_DRAW: Final[dict[str, Callable[[Json], list[Any]]]] = {"brikks": small_sheets}
DRAWN: Final = tuple(_DRAW)
"""The games of which there are pictures."""


def small_boards(key: str, state: Json) -> list[Any]:
    """One picture for each seat; none for a game that has no pictures."""
    draw = _DRAW.get(key)
    return [] if draw is None else draw(state)
