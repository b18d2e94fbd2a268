"""Keeping people away from each other, and from the site.

Who has blocked somebody else is never seated with them by either of the two joining. Staff may lock an account out that
misbehaves, and let it in again.
"""

import logging
from collections.abc import Collection

from django.db.models import Q

from engine.errors import Malformed
from games.accounts.models import Account, Block
from games.accounts.names import is_username
from games.accounts.sessions import end_sessions
from games.refusals import Conflict, Forbidden

MOST_BLOCKED = 1000
"""How many people somebody may keep away."""


def block(account: Account, other: Account) -> None:
    """Keep somebody away; again changes nothing."""
    if account.pk == other.pk:
        raise Malformed("block/yourself", "Nobody can keep themselves away.")
    if account.blocks.count() >= MOST_BLOCKED:
        raise Conflict("block/too-many", "You can keep at most {most} people away.", most=MOST_BLOCKED)
    Block.objects.get_or_create(account=account, blocked=other)


def unblock(account: Account, handle: str) -> bool:
    """Let somebody come near again, whoever may see them now; whether they were kept away, as again changes nothing."""
    if not is_username(handle):
        return False
    return Block.objects.filter(account=account, blocked__username__iexact=handle).delete()[0] > 0


def has_blocked(account: Account, other: Account) -> bool:
    """Whether somebody keeps somebody else away."""
    return account.blocks.filter(blocked=other).exists()


def is_kept_apart(account: int, others: Collection[int]) -> bool:
    """Whether an account has blocked one of the others, or one of them it."""
    between = Q(account=account, blocked__in=others) | Q(account__in=others, blocked=account)
    return Block.objects.filter(between).exists()


log = logging.getLogger(__name__)


def deactivate(account: Account, by: Account) -> None:
    """Let nobody act with an account any more, by session or token; its games stay as they are."""
    _require_power(account, by)
    _set_active(account, by, is_active=False)
    end_sessions(account)


def reactivate(account: Account, by: Account) -> None:
    """Let an account in again."""
    _require_power(account, by)
    _set_active(account, by, is_active=True)


def _require_power(account: Account, by: Account) -> None:
    """Staff look after players; only an owner looks after staff, and nobody locks themselves out."""
    is_above = by.is_superuser or (by.is_staff and not (account.is_staff or account.is_superuser))
    if account.pk == by.pk or not (by.is_active and is_above):
        raise Forbidden("account/not-yours", "You may not lock account {account} out or let it in.", account=account.pk)


def _set_active(account: Account, by: Account, is_active: bool) -> None:
    Account.objects.filter(pk=account.pk).update(is_active=is_active)
    log.warning("Account %s was %s by account %s.", account.pk, "let in" if is_active else "locked out", by.pk)
