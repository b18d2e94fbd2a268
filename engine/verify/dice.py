"""The checks of the dice: that the throws follow from a seed which was committed to before anybody acted, and that
these are the dice that a player was shown.

The dice check says that the throws follow from a commitment and from contributions. It cannot say that the commitment
is the one that was shown before a contribution was made: whoever can choose a seed after that makes another commitment
to it, and a record that fits. Only who was there knows, and what they have kept is compared with the record.
"""

from typing import Any, NamedTuple

from engine import dice
from engine.canonical import canonical_or_none
from engine.errors import brief
from engine.log import is_id
from engine.protocol import Dice, Json
from engine.records import Record
from engine.verify.verdict import ABSENT, OK, UNCHECKED, Wrong, at_event


class Block(NamedTuple):
    """The dice block of a record."""

    deal: str
    commitment: str
    contributions: list[str]
    seed: str | None


def check_dice(record: Record) -> str:
    """Whether every throw is the one that the committed seed and the contributions give."""
    try:
        return _check(record)
    except Wrong as wrong:
        return str(wrong)


def _check(record: Record) -> str:
    created = _created(record)
    scheme, chained = _scheme(record.document.get("dice")), _scheme(created.get("dice"))
    if created and scheme != chained:
        raise at_event(1, f"the log was begun with dice of “{brief(chained)}”, the record says “{brief(scheme)}”.")
    if scheme in (None, dice.TABLE):
        return ABSENT
    if scheme != dice.SCHEME or record.game.dice is None:
        raise Wrong(f"There are no dice of the scheme “{brief(scheme)}” in this game.")
    block = _read_block(record.document["dice"])
    if created:
        _check_log(record, created["dice"], block)
    if _revealed(record.events) not in (None, block.seed):
        raise Wrong("The dice block has another seed than the one that was revealed.")
    if block.seed is None:
        return UNCHECKED
    _check_seed(block)
    _check_throws(record.events, record.game.dice, block)
    return OK


def _created(record: Record) -> Json:
    """The event that began the log, empty if the record is not from a platform's log."""
    for at, fields in enumerate(record.events, start=1):
        if isinstance(fields, dict) and fields.get("kind") == "game/created":
            if at > 1:
                raise at_event(at, "the commitment comes after other events.")
            return fields
    return {}


def _scheme(block: Any) -> Any:
    if block is None:
        return None
    if not isinstance(block, dict) or not isinstance(block.get("scheme"), str):
        raise Wrong("The dice block names no scheme.")
    return block["scheme"]


def _read_block(block: Json) -> Block:
    contributions = block.get("contributions")
    if not is_id(block.get("deal")):
        raise Wrong("The dice block's deal is not an id.")
    if not isinstance(contributions, list) or not all(map(dice.is_contribution, contributions)):
        raise Wrong("The dice block's contributions are not 32 hex digits or nothing each.")
    if block.get("seed") is not None and not dice.is_hash(block["seed"]):
        raise Wrong("The dice block's seed is not 64 hex digits.")
    if not dice.is_hash(block.get("commitment")):
        raise Wrong("The dice block's commitment is not 64 hex digits.")
    return Block(block["deal"], block["commitment"], contributions, block.get("seed"))


def _check_log(record: Record, chained: Json, block: Block) -> None:
    """Refuse a dice block that does not say what the log says."""
    seats = len(record.game.outcome(record.start).scores)
    told = Block(
        chained.get("deal"),  # type: ignore[arg-type]  # compared, not used
        chained.get("commitment"),  # type: ignore[arg-type]
        chained["contributions"] if "contributions" in chained else _joined(record.events, seats),
        _revealed(record.events),
    )
    for name, given, logged in zip(Block._fields, block, told, strict=True):
        if canonical_or_none(given) != canonical_or_none(logged):
            raise Wrong(f"The dice block has another {name} than the log.")


def _bots(created: Json) -> set[int]:
    """The seats on which bots sit, as far as the first event names them."""
    seats = created.get("seats")
    told = enumerate(seats) if isinstance(seats, list) else ()
    return {number for number, seat in told if isinstance(seat, dict) and seat.get("kind") == "bot"}


def _joined(events: list[Any], seats: int) -> list[Any]:
    """The contribution of each seat: its last one before the start.

    A bot has none: whoever knows the seed could choose it so that the dice fall as they like.
    """
    contributions, bots = [""] * seats, _bots(events[0])
    for at, fields in enumerate(events, start=1):
        kind = fields.get("kind") if isinstance(fields, dict) else None
        if kind == "game/started":
            break
        if kind == "game/joined":
            seat = fields.get("seat")
            if type(seat) is not int or seat not in range(seats):
                raise at_event(at, "somebody joined at a seat that there is not.")
            contributions[seat] = fields.get("contribution", "")
            if seat in bots and contributions[seat] != "":
                raise at_event(at, "a bot has added to the dice.")
    return contributions


def _revealed(events: list[Any]) -> Any:
    """The seed that was revealed, None as long as it is not."""
    seeds = []
    for at, fields in enumerate(events, start=1):
        kind = fields.get("kind") if isinstance(fields, dict) else None
        if kind == "dice/revealed":
            seeds.append(fields.get("seed"))
            if seeds[0] != seeds[-1]:
                raise at_event(at, "another seed was revealed before.")
    return seeds[0] if seeds else None


def _check_seed(block: Block) -> None:
    assert block.seed is not None
    if dice.commitment(block.deal, bytes.fromhex(block.seed)) != block.commitment:
        raise Wrong("The seed is not the one that was committed to.")


def _check_throws(events: list[Any], game_dice: Dice[Any], block: Block) -> None:
    assert block.seed is not None
    seed, mixed = bytes.fromhex(block.seed), dice.entropy(block.contributions)
    number, is_revealed = 0, False
    for at, fields in enumerate(events, start=1):
        if not isinstance(fields, dict):
            continue
        is_revealed = is_revealed or fields.get("kind") == "dice/revealed"
        again = game_dice.throws.get(str(fields.get("kind")))
        if again is None:
            continue
        if is_revealed:
            raise at_event(at, "dice were thrown after the seed was revealed.")
        number += not again
        face = dice.throw(seed, block.deal, mixed, number, again, game_dice.faces)
        if game_dice.read(fields) != face:
            raise at_event(at, f"the dice show {_say(game_dice.write(face))}, the record something else.")


def _say(fields: Json) -> str:
    return " ".join(str(value) for value in fields.values())


def check_commitment(record: Record, shown: str) -> str:
    """Whether the dice are those whose commitment was shown before anything was added to them."""
    block = _thrown_block(record)
    if block is None:
        return ABSENT
    if block.get("commitment") != shown:
        return "The dice were fixed by another commitment than the one that was shown before."
    return OK


def check_contribution(record: Record, made: str) -> str:
    """Whether the dice hold the contribution that was made, and were not mixed from a list that the site wrote."""
    block = _thrown_block(record)
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


def _thrown_block(record: Record) -> Json | None:
    """The dice block, None for dice that no site has thrown; that it says what the log says is another check."""
    block = record.document.get("dice")
    return block if isinstance(block, dict) and block.get("scheme") == dice.SCHEME else None
