"""Whom a viewer may know by name where people are listed: on leaderboards, in ledgers, head to head.

One rule for all of them: whoever is open, and of the others those whom the viewer knows.
"""

from collections.abc import Collection

from games.accounts.profiles import seen_by
from games.models import Account
from games.selectors import Viewer


def accounts_seen(accounts: Collection[Account], viewer: Viewer) -> set[int]:
    """The numbers of those of some accounts whom the viewer may know by name."""
    looking = None
    if viewer.account is not None and not all(account.is_open for account in accounts):
        looking = Account.objects.get(pk=viewer.account)
    return seen_by(accounts, looking)
