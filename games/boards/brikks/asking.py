"""What is waited for in Brikks, as whoever must act is asked, and as everybody else is told."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.brikks.options import is_stuck
from engine.brikks.state import DECIDE, MOVES, OVER, ROLL, START, State
from games.boards.brikks.naming import name_of


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
