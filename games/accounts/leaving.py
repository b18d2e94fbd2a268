"""Leaving every game before an account is erased, so that nobody waits for somebody who never comes back."""

import logging
import secrets

from engine.errors import Refused
from engine.result import FORFEIT
from games.log.fold import Fold
from games.log.folding import load_fold
from games.log.head import read_head
from games.models import Account, Actor
from games.services import SYSTEM_CALLER, abort, act, adjudicate, caller_of, leave
from games.services.callers import actor_of
from games.statuses import OPEN, RUNNING

log = logging.getLogger(__name__)


def unfinished_games(account: Account) -> set[str]:
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
            abort(game_id, caller, _command())
        elif fold.status == OPEN and seat is not None and fold.tournament is None:
            leave(game_id, caller, _command(), seat)
        elif fold.status == RUNNING and seat is not None:
            _resign(game_id, fold, account, seat)
    except Refused as refusal:
        # Somebody may have been faster: it was started, called off or ended just now.
        log.warning("Account %s could not leave %s: %s", account.pk, game_id, refusal)


def _resign(game_id: str, fold: Fold, account: Account, seat: int) -> None:
    """Resign; where the rules do not allow it and the game waits for the seat, it forfeits by decision."""
    action = fold.rules.encode(fold.rules.resigned(fold.state, seat))
    try:
        act(game_id, caller_of(account), _command(), action, None)
    except Refused:
        if seat in load_fold(read_head(game_id)).awaited:
            adjudicate(game_id, SYSTEM_CALLER, _command(), FORFEIT, [seat])


def _command() -> str:
    return f"erasing-{secrets.token_hex(8)}"
