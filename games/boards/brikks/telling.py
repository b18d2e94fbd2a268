"""The events of Brikks in words, what makes them worth finding again, and what is waited for."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.brikks.blocks import price
from engine.brikks.coding import decode
from engine.brikks.events import Bomb, Drop, Event, Keep, Mini, Place, Reroll, Roll, Start
from engine.brikks.options import Placement, gains, is_stuck
from engine.brikks.sheet import RESIGN, STOP, STUCK
from engine.brikks.state import DECIDE, MOVES, OVER, ROLL, START, State
from games.boards.brikks.naming import name_of, place_of
from games.boards.protocol import Scene
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
    if isinstance(event, Drop):
        return _left(event) % said
    return _chosen(event, scene.event.get("actor") == SYSTEM) % said


def _drawn(scene: Scene, event: Start | Place | Mini, said: dict[str, Any]) -> str:
    said = {**said, **place_of(event.piece), "block": name_of(event.piece.face)}
    if isinstance(event, Start):
        return _("%(name)s begins with %(block)s in column %(column)d.") % said
    if isinstance(event, Mini):
        said["other"] = scene.players[1 - event.seat]
        return _("%(name)s draws a mini block on the sheet of %(other)s: column %(column)d, row %(row)d.") % said
    sentence = _("%(name)s places %(block)s in column %(column)d, resting on row %(row)d.") % said
    rows = completed(scene.before, event)
    if not rows:
        return sentence
    completes = ngettext("That completes %(rows)d row.", "That completes %(rows)d rows.", rows) % {"rows": rows}
    return f"{sentence} {completes}"


def _thrown(scene: Scene, event: Roll | Reroll, said: dict[str, Any]) -> str:
    if isinstance(event, Reroll):
        return _("%(name)s rolls again: %(block)s.") % said
    if len(scene.players) == 1:
        return _("The dice show %(block)s.") % said
    return _("%(name)s rolls %(block)s.") % said


def _left(event: Drop) -> str:
    if event.reason == STUCK:
        return _("%(name)s has no place for the block and is out.")
    if event.reason == RESIGN:
        return _("%(name)s gives up.")
    return _("%(name)s ends the game.") if event.reason == STOP else _("%(name)s has run out of time and is out.")


def _chosen(event: Event, is_by_clock: bool) -> str:
    """What somebody has chosen, or a clock for them."""
    if isinstance(event, Keep):
        return _("The time of %(name)s is up: the roll stands.") if is_by_clock else _("%(name)s keeps the roll.")
    if isinstance(event, Bomb):
        return _("The time of %(name)s is up, which costs a bomb.") if is_by_clock else _("%(name)s uses a bomb.")
    if is_by_clock:
        return _("The time of %(name)s is up: no more mini blocks.")
    return _("%(name)s draws no more mini blocks.")


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


def prompt(state: State, players: Sequence[str], seat: int | None) -> str:
    """What is waited for."""
    if state.phase == OVER:
        return _("The game is over.")
    if seat is not None:
        return _asked(state, players, seat)
    return _waiting(state) % {"name": players[state.active], "block": name_of(state.roll)}


def _asked(state: State, players: Sequence[str], seat: int) -> str:
    block = {"block": name_of(state.roll)}
    if state.phase == START:
        return _("Choose your start block.")
    if state.phase == ROLL:
        return _("Roll the dice.")
    if state.phase == DECIDE:
        return _("The dice show %(block)s. Keep it, or roll once more?") % block
    if state.phase == MOVES:
        return _answering(state, seat) % block
    owed = state.sheets[seat].crosses
    said = {"count": owed, "other": players[1 - seat]}
    return (
        ngettext(
            "You have %(count)d mini block for the sheet of %(other)s.",
            "You have %(count)d mini blocks for the sheet of %(other)s.",
            owed,
        )
        % said
    )


def _answering(state: State, seat: int) -> str:
    """The question of a roll; where its block has no place, asking for one would only make people search."""
    if is_stuck(state, seat):
        return _("The dice show %(block)s, which fits nowhere. What do you do?")
    return _("The dice show %(block)s. Where does it go?")


def _waiting(state: State) -> str:
    if state.phase == START:
        return _("%(name)s chooses a start block.")
    if state.phase == ROLL:
        return _("%(name)s is about to roll.")
    if state.phase == DECIDE:
        return _("The dice show %(block)s. %(name)s decides whether it stands.")
    return (
        _("The dice show %(block)s. The others are placing it.")
        if state.phase == MOVES
        else _("Mini blocks are drawn.")
    )
