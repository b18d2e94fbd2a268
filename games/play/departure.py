"""Leaving every game before an account is erased, so that nobody waits for somebody who never comes back."""

import logging
import secrets

from engine.errors import Refused
from engine.result import FORFEIT
from games.accounts.callers import SYSTEM_CALLER, actor_of, caller_of
from games.accounts.models import Account, Actor
from games.log.fold import Fold
from games.log.state_cache import load_fold
from games.log.unit_of_work import read_head
from games.play.lifecycle import abort_game, adjudicate
from games.play.moves import make_move
from games.play.seats import leave_seat
from games.statuses import OPEN, RUNNING

log = logging.getLogger(__name__)


def unfinished_games(account: int) -> set[str]:
    """The games with a part of an account in them that are not over."""
    parts = Actor.objects.filter(account=account, game__status__in=(OPEN, RUNNING))
    return set(parts.values_list("game", flat=True))


def leave_game(game_id: str, account: Account) -> None:
    """Call an own game off that has not begun, leave a seat that was taken, resign a game that is played.

    In a tournament's game that has not begun the seat stays: when its round closes, nobody has come.
    """
    caller, fold = caller_of(account), load_fold(read_head(game_id))
    actor = actor_of(game_id, caller)
    seat = None if actor is None else fold.seat_of(actor)
    try:
        if fold.status == OPEN and actor == fold.host:
            abort_game(game_id, caller, _new_command_id())
        elif fold.status == OPEN and seat is not None and fold.tournament is None:
            leave_seat(game_id, caller, _new_command_id(), seat)
        elif fold.status == RUNNING and seat is not None:
            _resign(game_id, fold, account, seat)
    except Refused as refusal:
        # Somebody may have been faster: it was started, called off or ended just now.
        log.warning("Account %s could not leave %s: %s", account.pk, game_id, refusal)


def _resign(game_id: str, fold: Fold, account: Account, seat: int) -> None:
    """Resign; where the rules do not allow it and the game waits for the seat, it forfeits by decision."""
    action = fold.rules.encode(fold.rules.resigned(fold.state, seat))
    try:
        make_move(game_id, caller_of(account), _new_command_id(), action, None)
    except Refused:
        if seat in load_fold(read_head(game_id)).awaited:
            adjudicate(game_id, SYSTEM_CALLER, _new_command_id(), FORFEIT, [seat])


def _new_command_id() -> str:
    return f"erasing-{secrets.token_hex(8)}"
