"""Everything that is said of a game of Brikks: its blocks and positions, its events as others and as whoever acts read
them, what is waited for, and which events are marked.
"""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.brikks.blocks import MINI, Face, Piece, price
from engine.brikks.events import Bomb, Drop, Event, Keep, Mini, Place, Reroll, Roll, Start, decode
from engine.brikks.options import Placement, gains, is_stuck
from engine.brikks.state import DECIDE, MOVES, ROLL, START, State
from engine.protocol import OVER
from games.log.entries import SYSTEM
from games.presenters.brikks import action_sentences
from games.presenters.protocol import ActionSentence, Scene

COLOR_NAMES: dict[str, Promise] = {
    "white": gettext_lazy("white"),
    "yellow": gettext_lazy("yellow"),
    "green": gettext_lazy("green"),
    "red": gettext_lazy("red"),
    "blue": gettext_lazy("blue"),
    "black": gettext_lazy("black"),
}


def face_id(face: Face) -> str:
    """By what pages know a block of the table, such as `red-3`."""
    return face.color if face is MINI else f"{face.color}-{face.column}"


def name_of(face: Face) -> str:
    """A block by the dice that show it."""
    if face is MINI:
        return _("mini block")
    return _("%(color)s %(number)d") % {"color": COLOR_NAMES[face.color], "number": face.column}


def position_of(piece: Piece) -> dict[str, int]:
    """Where a piece is, as people count: from 1."""
    return {"column": piece.x + 1, "row": piece.y + 1}


def signed(number: int) -> str:
    """A gain or a loss with its sign, as print has it."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


SEVERAL_ROWS: Final = 2


def event_words(scene: Scene) -> str:
    """An event as a sentence, and what it has brought as further ones."""
    event = decode(scene.event)
    said: dict[str, Any] = {"name": scene.players[event.seat]}
    if isinstance(event, Start | Place | Mini):
        return _drawn_words(scene, event, said)
    if isinstance(event, Roll | Reroll):
        return _roll_words(scene, event, {**said, "block": name_of(event.face)})
    return _choice_sentence(event, scene.event.get("actor") == SYSTEM).to(scene.is_own) % said


def _drawn_words(scene: Scene, event: Start | Place | Mini, said: dict[str, Any]) -> str:
    said = {**said, **position_of(event.piece), "block": name_of(event.piece.face)}
    if isinstance(event, Start):
        return action_sentences.STARTS.to(scene.is_own) % said
    if isinstance(event, Mini):
        return _mini_words(scene, 1 - event.seat) % {**said, "other": scene.players[1 - event.seat]}
    sentence = action_sentences.PLACES.to(scene.is_own) % said
    rows = rows_completed(scene.before, event)
    if not rows:
        return sentence
    completes = ngettext("That completes %(rows)d row.", "That completes %(rows)d rows.", rows) % {"rows": rows}
    return f"{sentence} {completes}"


def _mini_words(scene: Scene, other: int) -> str:
    """A mini block is drawn on the sheet of somebody who may be reading it."""
    return str(action_sentences.DRAWN_ON_OWN) if scene.viewer == other else action_sentences.DRAWS_MINI.to(scene.is_own)


def _roll_words(scene: Scene, event: Roll | Reroll, said: dict[str, Any]) -> str:
    if isinstance(event, Reroll):
        return action_sentences.ROLLS_AGAIN.to(scene.is_own) % said
    if len(scene.players) == 1:
        return _("The dice show %(block)s.") % said
    return action_sentences.ROLLS.to(scene.is_own) % said


def _choice_sentence(event: Event, is_by_clock: bool) -> ActionSentence:
    """What somebody has chosen, or a clock for them."""
    if isinstance(event, Drop):
        return action_sentences.LEAVES[event.reason]
    if isinstance(event, Keep):
        return action_sentences.KEPT_BY_CLOCK if is_by_clock else action_sentences.KEEPS
    if isinstance(event, Bomb):
        return action_sentences.BOMBED_BY_CLOCK if is_by_clock else action_sentences.BOMBS
    return action_sentences.WAIVED_BY_CLOCK if is_by_clock else action_sentences.WAIVES


def rows_completed(before: State, event: Place) -> int:
    """How many rows a block has completed."""
    sheet = before.sheets[event.seat]
    cost = price(before.roll, event.piece.face)
    return gains(sheet, before.variant, Placement(event.piece, cost)).rows


def tick(scene: Scene) -> str | None:
    """Rerolls, bombs, several rows at once, and whoever leaves."""
    event = decode(scene.event)
    if isinstance(event, Place):
        return "rows" if rows_completed(scene.before, event) >= SEVERAL_ROWS else None
    for kind, name in ((Reroll, "reroll"), (Bomb, "bomb"), (Drop, "drop")):
        if isinstance(event, kind):
            return name
    return None


def prompt(state: State, players: Sequence[str], seat: int | None) -> str:
    """What is waited for."""
    if state.phase == OVER:
        return _("The game is over.")
    if seat is not None:
        return _prompt_for_seat(state, players, seat)
    return _prompt_for_others(state) % {"name": players[state.active], "block": name_of(state.roll)}


def _prompt_for_seat(state: State, players: Sequence[str], seat: int) -> str:
    block = {"block": name_of(state.roll)}
    if state.phase == START:
        return _("Choose your start block.")
    if state.phase == ROLL:
        return _("Roll the dice.")
    if state.phase == DECIDE:
        return _("The dice show %(block)s. Keep it, or roll once more?") % block
    if state.phase == MOVES:
        return _prompt_for_roll(state, seat) % block
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


def _prompt_for_roll(state: State, seat: int) -> str:
    """The question of a roll; where its block has no place, asking for one would only make people search."""
    if is_stuck(state, seat):
        return _("The dice show %(block)s, which fits nowhere. What do you do?")
    return _("The dice show %(block)s. Where does it go?")


def _prompt_for_others(state: State) -> str:
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
