"""The events of Brikks in words, and what makes them worth finding again."""

from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.brikks.blocks import price
from engine.brikks.coding import decode
from engine.brikks.events import Bomb, Drop, Event, Keep, Mini, Place, Reroll, Roll, Start
from engine.brikks.options import Placement, gains
from engine.brikks.state import State
from games.boards.brikks import deeds
from games.boards.brikks.naming import name_of, place_of
from games.boards.protocol import Scene
from games.boards.speaking import Deed
from games.log.entries import SYSTEM

SEVERAL_ROWS: Final = 2


def words(scene: Scene) -> str:
    """An event as a sentence, and what it has brought as further ones."""
    event = decode(scene.event)
    said: dict[str, Any] = {"name": scene.players[event.seat]}
    if isinstance(event, Start | Place | Mini):
        return _drawn(scene, event, said)
    if isinstance(event, Roll | Reroll):
        return _thrown(scene, event, {**said, "block": name_of(event.face)})
    return _chosen(event, scene.event.get("actor") == SYSTEM).to(scene.is_own) % said


def _drawn(scene: Scene, event: Start | Place | Mini, said: dict[str, Any]) -> str:
    said = {**said, **place_of(event.piece), "block": name_of(event.piece.face)}
    if isinstance(event, Start):
        return deeds.STARTS.to(scene.is_own) % said
    if isinstance(event, Mini):
        return _mini(scene, 1 - event.seat) % {**said, "other": scene.players[1 - event.seat]}
    sentence = deeds.PLACES.to(scene.is_own) % said
    rows = completed(scene.before, event)
    if not rows:
        return sentence
    completes = ngettext("That completes %(rows)d row.", "That completes %(rows)d rows.", rows) % {"rows": rows}
    return f"{sentence} {completes}"


def _mini(scene: Scene, other: int) -> str:
    """A mini block is drawn on the sheet of somebody who may be reading it."""
    return str(deeds.DRAWN_ON_OWN) if scene.viewer == other else deeds.DRAWS_MINI.to(scene.is_own)


def _thrown(scene: Scene, event: Roll | Reroll, said: dict[str, Any]) -> str:
    if isinstance(event, Reroll):
        return deeds.ROLLS_AGAIN.to(scene.is_own) % said
    if len(scene.players) == 1:
        return _("The dice show %(block)s.") % said
    return deeds.ROLLS.to(scene.is_own) % said


def _chosen(event: Event, is_by_clock: bool) -> Deed:
    """What somebody has chosen, or a clock for them."""
    if isinstance(event, Drop):
        return deeds.LEAVES[event.reason]
    if isinstance(event, Keep):
        return deeds.KEPT_BY_CLOCK if is_by_clock else deeds.KEEPS
    if isinstance(event, Bomb):
        return deeds.BOMBED_BY_CLOCK if is_by_clock else deeds.BOMBS
    return deeds.WAIVED_BY_CLOCK if is_by_clock else deeds.WAIVES


def completed(before: State, event: Place) -> int:
    """How many rows a block has completed."""
    sheet = before.sheets[event.seat]
    cost = price(before.roll, event.piece.face)
    return gains(sheet, before.variant, Placement(event.piece, cost)).rows


def tick(scene: Scene) -> str | None:
    """Rerolls, bombs, several rows at once, and whoever leaves."""
    event = decode(scene.event)
    if isinstance(event, Place):
        return "rows" if completed(scene.before, event) >= SEVERAL_ROWS else None
    for kind, name in ((Reroll, "reroll"), (Bomb, "bomb"), (Drop, "drop")):
        if isinstance(event, kind):
            return name
    return None
