"""Erasing an account: who somebody was is forgotten, while every log stays as it is.

Logs know people by an id that is made for each game. The rows that say whose ids they are go, and with them names,
mail, passwords, sessions, tokens, blocks, reports by them and about them, and the words they wrote. What others wrote
about them in words of their own cannot be known as such and stays.
"""

import logging
from datetime import datetime
from typing import Final

from engine.errors import Refused
from games.accounts.guests import LIFETIME, keep_guest, last_act
from games.accounts.leaving import leave_game, unfinished_games
from games.accounts.parts import erase_parts, forget_parts
from games.accounts.sessions import end_sessions
from games.accounts.traces import delete_admin_entries, delete_traces, scrub_storage
from games.clocks.clock import now
from games.log.transactions import writing
from games.models import Account, Actor, Game
from games.refusals import Conflict
from games.services.callers import forget

log = logging.getLogger(__name__)

AT_MOST: Final = 100
"""How many accounts one sweep sees to; the rest is next."""


def erase(account: Account) -> None:
    """Erase an account for good. Once it has begun nothing brings it back; interrupted, a sweep finishes it."""
    close(account)
    finish_erasing(account)


def close(account: Account, due: datetime | None = None) -> None:
    """Let nobody in any more; refused for the only owner, and for a guest who has been kept since `due`.

    An account that is gone already was erased by somebody faster, which is as good.
    """
    with writing():
        owners = list(Account.objects.select_for_update().filter(is_superuser=True, is_active=True).order_by("pk"))
        if owners == [account]:
            raise Conflict(
                "account/last-owner", "The only owner of the site cannot leave; make somebody else one first."
            )
        fresh = Account.objects.select_for_update().filter(pk=account.pk).first()
        if fresh is None:
            return
        if due is not None and (fresh.expires_at is None or fresh.expires_at > due):
            raise Conflict("account/kept", "This account is in use again.")
        Account.objects.filter(pk=account.pk).update(is_active=False, expires_at=now())
        # While it can still be known which tokens and links these are about.
        delete_admin_entries(account)
        account.tokens.all().delete()
        account.links.all().delete()
        end_sessions(account)


def finish_erasing(account: Account) -> None:
    """Leave every game, so that nobody waits, then forget who it was."""
    erase_parts(account.pk)
    seen: set[str] = set()
    while not _is_forgotten(account, seen):
        for game_id in unfinished_games(account) - seen:
            leave_game(game_id, account)
            seen.add(game_id)
    forget()
    scrub_storage()


def _is_forgotten(account: Account, seen: set[str]) -> bool:
    """Delete everything, unless there is a game that was begun in the meantime.

    The games are locked first, as every command locks them: none of them writes the account's number down just now.
    """
    with writing():
        games = Actor.objects.filter(account=account).values("game")
        list(Game.objects.select_for_update().filter(pk__in=games).order_by("pk").values_list("pk"))
        locked = Account.objects.select_for_update().filter(pk=account.pk).first()
        if locked is None:
            return True
        if unfinished_games(account) - seen:
            return False
        forget_parts(account.pk)
        delete_traces(locked)
        locked.delete()
        return True


def erase_ended() -> int:
    """Erase guests whom nobody has played with for long, and finish what was interrupted; how many were erased."""
    moment = now()
    due = Account.objects.filter(expires_at__lte=moment).order_by("expires_at")[:AT_MOST]
    return sum(_erase_ended(account, moment) for account in list(due))


def _erase_ended(account: Account, moment: datetime) -> bool:
    """Whether an account whose time has come was erased; one that fails must not keep the others from it."""
    try:
        return _was_due(account, moment)
    except Refused as refusal:
        log.warning("Account %s could not be erased just now: %s", account.pk, refusal)
    except Exception:
        log.exception("Account %s could not be erased.", account.pk)
    return False


def _was_due(account: Account, moment: datetime) -> bool:
    """Erase an account, unless it is a guest who has done something lately."""
    last = last_act(account) if account.is_guest and account.is_active else None
    if last is not None and last + LIFETIME > moment:
        keep_guest(account, last)
        return False
    close(account, moment)
    finish_erasing(account)
    return True
