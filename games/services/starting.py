"""Starting a game, or calling it off before the start."""

from engine.errors import Illegal
from games.log.drafts import Draft
from games.log.entries import Entry
from games.log.fold import ABORTED_KIND, STARTED
from games.models import Attempt
from games.services.callers import Caller, require_host
from games.services.commands import Command, Receipt, carry_out
from games.services.seating import require_open


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
    """Call a game off before it has started."""

    def decide(draft: Draft) -> None:
        actor = require_host(game_id, draft.fold, by)
        require_open(draft.fold)
        Attempt.objects.filter(game=game_id).delete()
        draft.add(Entry(ABORTED_KIND, None, {}, actor))

    return carry_out(game_id, Command(command_id, by, "abort", {}), decide)
