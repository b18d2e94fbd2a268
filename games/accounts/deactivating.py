"""Locking an account out, and letting it in again: what staff may do about somebody who misbehaves."""

import logging

from games.accounts.sessions import end_sessions
from games.models import Account
from games.refusals import Forbidden

log = logging.getLogger(__name__)


def deactivate(account: Account, by: Account) -> None:
    """Let nobody act with an account any more, by session or token; its games stay as they are."""
    _require_power(account, by)
    _set(account, by, is_active=False)
    end_sessions(account)


def reactivate(account: Account, by: Account) -> None:
    """Let an account in again."""
    _require_power(account, by)
    _set(account, by, is_active=True)


def _require_power(account: Account, by: Account) -> None:
    """Staff look after players; only an owner looks after staff, and nobody locks themselves out."""
    is_above = by.is_superuser or (by.is_staff and not (account.is_staff or account.is_superuser))
    if account.pk == by.pk or not (by.is_active and is_above):
        raise Forbidden("account/not-yours", "You may not lock account {account} out or let it in.", account=account.pk)


def _set(account: Account, by: Account, is_active: bool) -> None:
    Account.objects.filter(pk=account.pk).update(is_active=is_active)
    log.warning("Account %s was %s by account %s.", account.pk, "let in" if is_active else "locked out", by.pk)
