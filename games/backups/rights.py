"""Who holds which right on the site, read from database files: a backup may make somebody else its owner."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

_HOLDERS: Final = (
    "SELECT username, is_superuser, is_active, password FROM games_account WHERE is_superuser OR is_staff"
    " ORDER BY is_superuser DESC, username"
)


class Holder(NamedTuple):
    """Somebody with a right, and what they log in with."""

    right: str
    password: str


def holders_in(database: sqlite3.Connection | None) -> dict[str, Holder] | None:
    """Owners and staff by their names, owners first; None if nobody can tell."""
    with suppress(sqlite3.DatabaseError):
        if database is not None:
            return {name: Holder(_right(*row), password) for name, *row, password in database.execute(_HOLDERS)}
    return None


def _right(is_owner: int, is_active: int) -> str:
    return ("owner" if is_owner else "staff") + ("" if is_active else ", locked out")


def compare_rights(after: dict[str, Holder] | None, before: dict[str, Holder] | None) -> Iterator[str]:
    """Who would hold which right, compared with who does now, line by line."""
    yield "Who holds which right on this site with the backup in place:"
    for name, holder in (after or {}).items():
        yield f"  {name}: {holder.right} ({_compared(name, holder, before)})"
    if not after:
        yield "  nobody: the next start prints a link that makes the first owner"
    for name, holder in (before or {}).items():
        if name not in (after or {}):
            yield f"  {name}: nothing any more (now: {holder.right})"


def _compared(name: str, after: Holder, before: dict[str, Holder] | None) -> str:
    if before is None:
        return "who holds what now cannot be read"
    now = before.get(name)
    if now is None:
        return "NEW: has no such right now"
    if now.right != after.right:
        return f"CHANGED: {now.right} now"
    return "as now" if now.password == after.password else "as now, but with ANOTHER PASSWORD"
