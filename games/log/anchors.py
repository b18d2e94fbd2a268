"""Where a tournament's game is anchored: its round and table, and the end of the tournament's log when it was made."""

from typing import Any

from engine import dice
from engine.log import is_id


def is_anchor(said: Any) -> bool:
    """Whether a value says of which tournament, round and table a game is, and where the tournament's log ended."""
    if not isinstance(said, dict) or said.keys() != {"id", "round", "table", "seq", "hash"}:
        return False
    numbers = (said["round"], said["table"], said["seq"])
    return is_id(said["id"]) and dice.is_hash(said["hash"]) and all(type(one) is int and one > 0 for one in numbers)
