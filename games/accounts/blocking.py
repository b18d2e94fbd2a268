"""Keeping somebody away: who has blocked somebody else is never seated with them by either of the two joining."""

from collections.abc import Collection

from django.db.models import Q

from engine.errors import Malformed
from games.accounts.names import is_username
from games.models import Account, Block
from games.refusals import Conflict

MOST = 1000
"""How many people somebody may keep away."""


def block(account: Account, other: Account) -> None:
    """Keep somebody away; again changes nothing."""
    if account.pk == other.pk:
        raise Malformed("block/yourself", "Nobody can keep themselves away.")
    if account.blocks.count() >= MOST:
        raise Conflict("block/too-many", "You can keep at most {most} people away.", most=MOST)
    Block.objects.get_or_create(account=account, blocked=other)


def unblock(account: Account, handle: str) -> bool:
    """Let somebody come near again, whoever may see them now; whether they were kept away, as again changes nothing."""
    if not is_username(handle):
        return False
    return Block.objects.filter(account=account, blocked__username__iexact=handle).delete()[0] > 0


def has_blocked(account: Account, other: Account) -> bool:
    """Whether somebody keeps somebody else away."""
    return account.blocks.filter(blocked=other).exists()


def stand_apart(account: int, others: Collection[int]) -> bool:
    """Whether an account has blocked one of the others, or one of them it."""
    between = Q(account=account, blocked__in=others) | Q(account__in=others, blocked=account)
    return Block.objects.filter(between).exists()
