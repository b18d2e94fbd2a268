"""Starting a game, or calling it off: before the start, and for the server also a tournament's game that goes on."""

from engine.errors import Illegal
from games.log.drafts import Draft
from games.log.entries import Entry
from games.log.fold import ABORTED_KIND, STARTED, Fold
from games.models import Attempt
from games.services.callers import Caller, require_host
from games.services.commands import Command, Receipt, carry_out
from games.services.seating import require_open
from games.statuses import RUNNING


def start(game_id: str, by: Caller, command_id: str) -> Receipt:
    """Begin to play; from here on nobody can join and the contributions are fixed."""

    def decide(draft: Draft) -> None:
        actor = require_host(game_id, draft.fold, by)
        require_open(draft.fold)
        if None in draft.fold.seated:
            empty = draft.fold.seated.index(None)
            raise Illegal("game/seat-empty", "Seat {seat} is still free.", seat=empty)
        draft.add(Entry(STARTED, None, {}, actor))

    return carry_out(game_id, Command(command_id, by, "start", {}), decide)


def abort(game_id: str, by: Caller, command_id: str) -> Receipt:
    """Call a game off before it has started; what has no result counts nowhere.

    A round that is taken back or called off takes its games with it, however far they have come.
    """

    def decide(draft: Draft) -> None:
        actor = require_host(game_id, draft.fold, by)
        if not _may_break_off(draft.fold, by):
            require_open(draft.fold)
            # Nobody has seen anything of the dice yet.
            Attempt.objects.filter(game=game_id).delete()
        draft.add(Entry(ABORTED_KIND, None, {}, actor))

    return carry_out(game_id, Command(command_id, by, "abort", {}), decide)


def _may_break_off(fold: Fold, by: Caller) -> bool:
    """Whether a game that goes on may be called off: only the server does so, and only in tournaments."""
    return by.is_system and fold.tournament is not None and fold.status == RUNNING
