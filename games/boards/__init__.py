"""How games look and speak on pages; the rest of the site knows neither shapes nor points.

A board is found by the key of its game. A game without a board of its own is played by buttons.
"""

from typing import Final

from games.boards.brikks import BRIKKS_BOARD
from games.boards.plain import PLAIN_BOARD
from games.boards.protocol import AnyBoard, Board, Scene

BOARDS: Final[dict[str, AnyBoard]] = {BRIKKS_BOARD.key: BRIKKS_BOARD}


def board_of(key: str) -> AnyBoard:
    """The board of a game, the plain one if it has none of its own."""
    return BOARDS.get(key, PLAIN_BOARD)


__all__ = ["AnyBoard", "Board", "Scene", "board_of"]
