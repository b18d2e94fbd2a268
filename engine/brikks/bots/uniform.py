"""The bot `random`: any legal action, all equally likely."""

from engine.brikks.actions import drawings
from engine.brikks.bots.choosing import choose
from engine.brikks.coding import encode
from engine.brikks.state import DECIDE, State
from engine.protocol import Json


def uniform(view: State, seat: int, seed: str) -> Json:
    """Any of the actions open to it, all equally likely."""
    if view.phase == DECIDE:
        return {"kind": choose(("keep", "reroll"), view, seat, seed), "seat": seat}
    return encode(choose(drawings(view, seat), view, seat, seed))
