"""Erasing an account, by somebody who can show that it is theirs or by a sweep: who somebody was is forgotten, while
every log stays as it is.

Logs know people by an id that is made for each game. The rows that say whose ids they are go, and with them names,
mail, passwords, sessions, tokens, blocks, reports by them and about them, the words they wrote, and what the
administration has taken down. What others wrote about them in words of their own cannot be known as such and stays.
What deleted rows leave behind in the files of a database is overwritten.
"""

import logging
from datetime import datetime
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth import logout
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.db.models import ForeignObjectRel, Model, Q
from django.http import HttpRequest

from engine.errors import Refused
from games.accounts.callers import forget_actors
from games.accounts.guests import LIFETIME, keep_guest, last_act
from games.accounts.models import Account, Actor, OutgoingMail
from games.accounts.passwords import delete_ended_links
from games.accounts.sessions import SessionStore, end_sessions
from games.clock.site_time import now
from games.extension import leave_game, on_erase, on_forget, unfinished_games
from games.log.models import ErasableText, Event, Game
from games.log.sql import write_transaction
from games.refusals import Conflict, Forbidden

log = logging.getLogger(__name__)
CHECKPOINT_PATIENCE: Final = 500
"""Milliseconds that emptying SQLite's log may wait for readers."""


def delete_traces(account: Account) -> None:
    """Delete what no reference ties to the account, inside the caller's transaction."""
    for text in texts_of(account):
        text.delete()
    delete_admin_entries(account)
    OutgoingMail.objects.filter(address__in=_addresses(account)).delete()


def _addresses(account: Account) -> list[str]:
    """Where mails to somebody may be on their way to."""
    others = EmailAddress.objects.filter(user=account).values_list("email", flat=True)
    return [address for address in (account.email, *others) if address]


def texts_of(account: Account) -> list[ErasableText]:
    """The words that somebody wrote; the events that hold their hash say who did."""
    actors = Actor.objects.filter(account=account, game__texts__isnull=False).distinct()
    return [
        text
        for actor in actors
        for text in ErasableText.objects.filter(game=actor.game_id)
        if Event.objects.filter(game=actor.game_id, actor=actor.name, body__contains=text.sha256).exists()
    ]


def delete_admin_entries(account: Account) -> None:
    """Delete what the administration has taken down about the account and what belongs to it, names included."""
    about = _entries_about(Account, [account.pk])
    for relation in Account._meta.related_objects:
        if relation.one_to_many:
            about |= _entries_about(relation.related_model, _related(relation, account))
    LogEntry.objects.filter(about).delete()


def _related(relation: ForeignObjectRel, account: Account) -> list[object]:
    rows = relation.related_model._default_manager.filter(**{relation.field.name: account})
    return list(rows.values_list("pk", flat=True))


def _entries_about(model: type[Model], numbers: list[object]) -> Q:
    kind = ContentType.objects.get_for_model(model)
    return Q(content_type=kind, object_id__in=[str(number) for number in numbers])


def scrub_storage() -> None:
    """Once everything is committed, empty the file in which SQLite keeps old pages; PostgreSQL cleans up by itself.

    The database itself holds nothing of deleted rows, as they are overwritten (`secure_delete`).
    """
    transaction.on_commit(_empty_write_ahead_log)


def _empty_write_ahead_log() -> None:
    if connection.vendor != "sqlite":
        return
    timeout = int(connection.settings_dict["OPTIONS"].get("timeout", 5) * 1000)
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {CHECKPOINT_PATIENCE}")
        try:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            is_busy = bool(cursor.fetchone()[0])
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {timeout}")
    if is_busy:
        log.info("Somebody reads the database; what was deleted leaves its write-ahead log at the next sweep.")


AT_MOST: Final = 100
"""How many accounts one sweep sees to; the rest is next."""


def erase_account(account: Account) -> None:
    """Erase an account for good. Once it has begun nothing brings it back; interrupted, a sweep finishes it."""
    close_account(account)
    finish_erasing(account)


def close_account(account: Account, due: datetime | None = None) -> None:
    """Let nobody in any more; refused for the only owner, and for a guest who has been kept since `due`.

    An account that is gone already was erased by somebody faster, which is as good.
    """
    with write_transaction():
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
    on_erase.call_all(account.pk)
    seen: set[str] = set()
    while not _forget_account(account, seen):
        for game_id in unfinished_games(account.pk) - seen:
            leave_game(game_id, account)
            seen.add(game_id)
    forget_actors()
    scrub_storage()


def _forget_account(account: Account, seen: set[str]) -> bool:
    """Delete everything, unless there is a game that was begun in the meantime.

    The games are locked first, as every command locks them: none of them writes the account's number down just now.
    """
    with write_transaction():
        games = Actor.objects.filter(account=account).values("game")
        list(Game.objects.select_for_update().filter(pk__in=games).order_by("pk").values_list("pk"))
        locked = Account.objects.select_for_update().filter(pk=account.pk).first()
        if locked is None:
            return True
        if unfinished_games(account.pk) - seen:
            return False
        delete_traces(locked)
        on_forget.call_all(account.pk)
        locked.delete()
        return True


def erase_due_accounts() -> int:
    """Erase guests whom nobody has played with for long, and finish what was interrupted; how many were erased."""
    moment = now()
    due = Account.objects.filter(expires_at__lte=moment).order_by("expires_at")[:AT_MOST]
    return sum(_try_to_erase_due(account, moment) for account in list(due))


def _try_to_erase_due(account: Account, moment: datetime) -> bool:
    """Whether an account whose time has come was erased; one that fails must not keep the others from it."""
    try:
        return _erase_if_due(account, moment)
    except Refused as refusal:
        log.warning("Account %s could not be erased just now: %s", account.pk, refusal)
    except Exception:
        log.exception("Account %s could not be erased.", account.pk)
    return False


def _erase_if_due(account: Account, moment: datetime) -> bool:
    """Erase an account, unless it is a guest who has done something lately."""
    last = last_act(account) if account.is_guest and account.is_active else None
    if last is not None and last + LIFETIME > moment:
        keep_guest(account, last)
        return False
    close_account(account, moment)
    finish_erasing(account)
    return True


def erase_own_account(request: HttpRequest, account: Account, password: object) -> None:
    """Erase the account of whoever asks, and log them out; what cannot be finished now is left to the next sweep."""
    require_password(request, account, password)
    close_account(account)
    logout(request)
    try:
        finish_erasing(account)
    except Refused as refusal:
        log.warning("The erasing of account %s is left to the next sweep: %s", account.pk, refusal)


def require_password(request: HttpRequest, account: Account, password: object) -> None:
    """Refuse whoever only happens to sit at the device; guests have no password."""
    if account.is_guest:
        return
    if not isinstance(password, str) or not get_adapter(request).reauthenticate(account, password):
        raise Forbidden("password/wrong", "This is not your password.")


def tidy_accounts() -> None:
    """Erase whoever is to be erased, and delete links and sessions that have ended, from the disk too."""
    erase_due_accounts()
    delete_ended_links()
    SessionStore.clear_expired()
    scrub_storage()
