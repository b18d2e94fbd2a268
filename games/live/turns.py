"""In which games it is somebody's turn, as their stream says it."""

import json
from collections.abc import Collection
from hashlib import sha256
from typing import Final

from engine.protocol import Json
from games.clocks.clock import write_time
from games.live.streams import Saying
from games.models import PlayerGame
from games.selectors import turns_of_all

NAME: Final = "turns"
CURSOR_DIGITS: Final = 16


def turns(accounts: Collection[int]) -> dict[int, Saying]:
    """The turns of each account, under an id that changes with them."""
    found: dict[int, list[Json]] = {account: [] for account in accounts}
    for turn in turns_of_all(accounts) if accounts else ():
        if turn.account_id is not None:
            found[turn.account_id].append(_turn(turn))
    return {account: _saying(waiting) for account, waiting in found.items()}


def _turn(turn: PlayerGame) -> Json:
    due_at = turn.game.due_at
    return {"game": turn.game_id, "seat": turn.seat, "due_at": due_at and write_time(due_at)}


def _saying(waiting: list[Json]) -> Saying:
    text = json.dumps({NAME: waiting}, separators=(",", ":"))
    return Saying(sha256(text.encode()).hexdigest()[:CURSOR_DIGITS], NAME, text)
