"""What pages with sheets hand to their scripts."""

from collections.abc import Mapping

from engine.protocol import Json
from games.boards import AnyBoard
from games.clocks.clock import now


def board_island(
    board: AnyBoard,
    *,
    game: str,
    seat: int | None,
    seq: int,
    sheets: Json,
    urls: Mapping[str, str],
    preferences: Json,
    texts: Mapping[str, str],
) -> Json:
    """What stays the same while a page is open; of a lesson, too, which is of no game."""
    return {
        "key": board.key,
        "game": game,
        "seat": seat,
        "seq": seq,
        "sheets": sheets,
        **board.setting(),
        "urls": urls,
        "now": now().isoformat(),
        "preferences": preferences,
        "texts": texts,
    }
