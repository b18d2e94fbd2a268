"""The accounts that a command writes down: locked before the tournament, by everybody in the same order."""

from games.accounts.callers import Caller
from games.accounts.models import Account
from tournaments.refusals import not_registered_to_play


def lock_accounts(by: Caller, *others: int | None) -> None:
    """Refuse whoever cannot come back; and let nobody of these be erased until the transaction ends."""
    wanted = {number for number in (by.account, *others) if number is not None}
    found = Account.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
    accounts = {account.pk: account for account in found} if wanted else {}
    if by.is_system:
        return
    own = accounts.get(by.account or 0)
    if own is None or own.is_guest or not own.is_active:
        raise not_registered_to_play()
