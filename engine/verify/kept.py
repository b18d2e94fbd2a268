"""What a player has kept, against the dice of a record.

The dice check says that the throws follow from a commitment and from contributions. It cannot say that the commitment
is the one that was shown before a contribution was made: whoever can choose a seed after that makes another commitment
to it, and a record that fits. Only who was there knows, and these checks compare.
"""

from engine import dice
from engine.protocol import Json
from engine.records import Record
from engine.verify.verdict import ABSENT, OK


def check_commitment(record: Record, shown: str) -> str:
    """Whether the dice are those whose commitment was shown before anything was added to them."""
    block = _block(record)
    if block is None:
        return ABSENT
    if block.get("commitment") != shown:
        return "The dice were fixed by another commitment than the one that was shown before."
    return OK


def check_contribution(record: Record, made: str) -> str:
    """Whether the dice hold the contribution that was made, and were not mixed from a list that the site wrote."""
    block = _block(record)
    if block is None:
        return ABSENT
    added = block.get("contributions")
    if not isinstance(added, list) or made not in added:
        return "The contribution that was made is not among those in the dice."
    if _is_listed_for_nothing(record):
        return "The log lists the contributions beforehand, as for a round of a tournament, and belongs to none."
    return OK


def _is_listed_for_nothing(record: Record) -> bool:
    """Whether the log of a game that is of no tournament lists contributions before anybody has sat down: what stands
    there besides those of the seats could have been chosen to fit."""
    first = record.events[0] if record.events else None
    if not isinstance(first, dict) or first.get("kind") != "game/created":
        return False
    block = first.get("dice")
    return isinstance(block, dict) and "contributions" in block and first.get("tournament") is None


def _block(record: Record) -> Json | None:
    """The dice block, None for dice that no site has thrown; that it says what the log says is another check."""
    block = record.document.get("dice")
    return block if isinstance(block, dict) and block.get("scheme") == dice.SCHEME else None
