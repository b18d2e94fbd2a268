"""Starting a game, calling it off, and ending a running one by decision of whoever runs it.

Before the start whoever made a game calls it off; the server also a tournament's game that goes on.
"""

from collections.abc import Sequence
from typing import Any

from engine.errors import Illegal, Malformed
from engine.protocol import Json
from engine.result import AS_STANDS, FORFEIT
from games.accounts.callers import Caller, actor_of, get_or_create_actor
from games.log.entries import Entry
from games.log.fold import ABORTED_KIND, ADJUDICATED_KIND, STARTED, Fold
from games.log.unit_of_work import Draft
from games.play.commands import Command, Receipt, carry_out
from games.play.deals import is_secret
from games.play.models import Attempt
from games.play.moves import require_running
from games.play.permissions import refusal_for_stranger, require_host
from games.play.persistence import store_erasable_text
from games.play.seats import require_open
from games.refusals import Forbidden, no_such_game
from games.statuses import RUNNING
from games.texts import check_text


def start_game(game_id: str, by: Caller, command_id: str) -> Receipt:
    """Begin to play; from here on nobody can join and the contributions are fixed."""

    def decide(draft: Draft) -> None:
        actor = require_host(game_id, draft.fold, by)
        require_open(draft.fold)
        if None in draft.fold.seated:
            empty = draft.fold.seated.index(None)
            raise Illegal("game/seat-empty", "Seat {seat} is still free.", seat=empty)
        draft.add(Entry(STARTED, None, {}, actor))

    return carry_out(game_id, Command(command_id, by, "start", {}), decide)


def abort_game(game_id: str, by: Caller, command_id: str) -> Receipt:
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


def adjudicate(
    game_id: str, by: Caller, command_id: str, how: str, seats: Sequence[int] = (), reason: str = ""
) -> Receipt:
    """End a running game: with its sheets as they stand, or with some seats forfeiting it."""
    check_text(reason)

    def decide(draft: Draft) -> None:
        fold = draft.fold
        _check_adjudicator(draft, by)
        require_running(fold)
        data = _decision(fold, how, seats)
        if reason:
            data["reason"] = store_erasable_text(game_id, reason)
        draft.add(Entry(ADJUDICATED_KIND, None, data, get_or_create_actor(game_id, by)))

    payload = {"how": how, "seats": seats, "reason": reason}
    return carry_out(game_id, Command(command_id, by, "adjudicate", payload), decide)


def _check_adjudicator(draft: Draft, by: Caller) -> None:
    """The server may, and staff who do not play in the game themselves, and may see it."""
    if by.is_system:
        return
    game_id, fold = draft.head.game, draft.fold
    actor = actor_of(game_id, by)
    if not by.is_staff:
        refusal = Forbidden("game/not-adjudicator", "Only whoever runs the games can end one by decision.")
        raise refusal_for_stranger(game_id, fold, actor, refusal)
    if actor is not None and actor in fold.seated:
        raise Forbidden("game/own-game", "Nobody decides about a game they play in.")
    if is_secret(fold, draft.head.deal):
        raise no_such_game(game_id)


def _decision(fold: Fold, how: Any, seats: Any) -> Json:
    known, is_list = range(len(fold.seated)), isinstance(seats, list | tuple)
    if how == AS_STANDS and is_list and not seats:
        return {"how": AS_STANDS}
    if how == FORFEIT and is_list and seats and all(type(seat) is int and seat in known for seat in seats):
        return {"how": FORFEIT, "seats": sorted(set(seats))}
    template = "A game is ended “{as_stands}”, or “{forfeit}” with the seats that forfeit it."
    raise Malformed("adjudication/how", template, as_stands=AS_STANDS, forfeit=FORFEIT)
