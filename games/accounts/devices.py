"""Who holds a device: the account that is logged in, or one of the guests who play at the same table with it.

Several people can play on one device. Each of them has an account of their own, a guest's as a rule, which the device
has made for one table; the browser's session remembers them, and which of them holds the device now. So nobody acts
for anybody else: whoever acts is always one of the accounts that this session is allowed to be.
"""

from typing import Any, Final

from django.contrib.sessions.backends.base import SessionBase

from games.accounts.models import Account
from games.refusals import NotFound

TABLES: Final = "tables"
"""Where the session remembers them: by game, the accounts on this device and the one that holds it."""


def holder_of(session: SessionBase, account: Account, game_id: str) -> Account:
    """Who holds the device at a table; whoever is logged in, unless it was handed over."""
    held = session.get(TABLES, {}).get(game_id, {}).get("holder")
    if held is None or held == account.pk:
        return account
    return Account.objects.filter(pk=held, is_active=True, is_guest=True).first() or account


def seat_here(session: SessionBase, account: Account, game_id: str, guest: Account) -> None:
    """Remember that a guest plays at this table on this device."""
    tables = session.setdefault(TABLES, {})
    table = tables.setdefault(game_id, {"guests": [], "holder": account.pk})
    if guest.pk not in table["guests"]:
        table["guests"].append(guest.pk)
    session.modified = True


def hand_over(session: SessionBase, account: Account, game_id: str, to: int) -> None:
    """Give the device to somebody else who plays on it at this table."""
    table = session.get(TABLES, {}).get(game_id)
    if table is None or to not in (account.pk, *table["guests"]):
        raise NotFound("device/nobody", "Nobody like that plays on this device at this table.")
    table["holder"] = to
    session.modified = True


def keep_tables(session: SessionBase, tables: dict[str, Any] | None, guest: int, account: int) -> None:
    """Remember the tables of a guest who has become somebody with an account."""
    for table in (tables or {}).values():
        table["holder"] = account if table["holder"] == guest else table["holder"]
    if tables:
        session[TABLES] = tables
