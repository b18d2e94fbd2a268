"""What a seat may do now, action by action, each with what it would bring."""

from typing import Final

from engine.errors import Malformed
from engine.protocol import Json
from games.log.fold import Fold
from games.refusals import NotFound
from games.selectors.viewing import Viewer, sight_of

BY_ACTING: Final = "actions"
BY_ENTERING: Final = "rolls"
"""How an action is sent: as one, or as a roll that dice on the table show."""


def see_choices(game_id: str, viewer: Viewer, seat: int | None = None) -> Json:
    """Every action of a seat, the viewer's own if none is named, as far as the viewer may know of it."""
    _, fold, _, own, _ = sight_of(game_id, viewer)
    chosen = _seat(fold, own if seat is None else seat)
    # Whoever must act has answered nothing yet, so nothing of their sheet is sealed for anybody.
    view = fold.rules.view(fold.state, own)
    actions = fold.rules.actions(view, chosen) if chosen in fold.awaited else []
    return {
        "game": game_id,
        "seq": fold.seq,
        "seat": chosen,
        "phase": fold.rules.awaiting(fold.state).phase,
        "asked": fold.asked,
        "actions": [_choice(fold, view, action) for action in actions],
    }


def _seat(fold: Fold, seat: int | None) -> int:
    if seat is None:
        raise Malformed("seat/number", "A seat is named by its number.")
    if not 0 <= seat < len(fold.seated):
        raise NotFound("seat/not-found", "There is no seat {seat} in this game.", seat=seat)
    return seat


def _choice(fold: Fold, view: object, action: Json) -> Json:
    """An action, how it is sent, and what it would bring; nobody knows that of dice."""
    rules = fold.rules
    if rules.dice is not None and action["kind"] in rules.dice.throws:
        return {"action": action, "send": BY_ENTERING if fold.has_table_dice else BY_ACTING, "brings": {}}
    return {"action": action, "send": BY_ACTING, "brings": rules.preview(view, rules.decode(action))}
