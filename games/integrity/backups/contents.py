"""What a database file holds, in numbers, what it says was signed, and who holds which right on the site; read without
Django, whatever its version. A backup may make somebody else its owner."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from engine.checkpoint import Note, parse_note
from engine.errors import Refused
from games.log.guards.tables import EVENTS, event_chains

_ENDS: Final = (
    "SELECT e.{of}, e.seq, e.hash FROM {table} e"
    " JOIN (SELECT {of}, max(seq) AS last FROM {table} GROUP BY {of}) l ON l.{of} = e.{of} AND l.last = e.seq"
)
TABLES: Final = ("games_game", "games_event", "games_deal")
"""What is counted, in this order."""


class Contents(NamedTuple):
    """How much there is in a database."""

    games: int
    events: int
    deals: int
    last: int
    """The number of the last checkpoint, 0 if there is none."""

    def __str__(self) -> str:
        return f"{_count(self.games, 'game')} with {_count(self.events, 'event')}, up to checkpoint {self.last}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


class End(NamedTuple):
    """Where a log ends, of a game or of something else that has one."""

    game: str
    seq: int
    hash: str
    table: str = EVENTS.name


def contents_of(database: sqlite3.Connection) -> Contents | None:
    """What a database holds, None if it is not one of ours, or still empty."""
    if not _has_tables(database):
        return None
    games, events, deals = (_number(database, f"SELECT count(*) FROM {table}") for table in TABLES)  # noqa: S608
    return Contents(games, events, deals, _number(database, "SELECT coalesce(max(number), 0) FROM games_checkpoint"))


def _has_tables(database: sqlite3.Connection) -> bool:
    found = {name for [name] in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return found >= {*TABLES, "games_checkpoint", "django_migrations"}


def _number(database: sqlite3.Connection, query: str) -> int:
    [found] = database.execute(query).fetchone()
    return int(found)


def last_note(database: sqlite3.Connection) -> list[tuple[str, Note]]:
    """The last note of a database with its text; empty if there is none that can be read."""
    row = database.execute("SELECT note FROM games_checkpoint ORDER BY number DESC LIMIT 1").fetchone()
    with suppress(Refused):
        return [(row[0], parse_note(row[0]))] if row else []
    return []


def find_note(database: sqlite3.Connection, number: int) -> str | None:
    """The note of one number."""
    row = database.execute("SELECT note FROM games_checkpoint WHERE number = ?", [number]).fetchone()
    return row[0] if row else None


def heads_of(database: sqlite3.Connection) -> Iterator[End]:
    """Where all logs end, those of games first, as far as the database can be read."""
    with suppress(sqlite3.DatabaseError):
        for game, seq, link in database.execute("SELECT id, seq, head_hash FROM games_game"):
            yield End(game, seq, link)
    for table, of in event_chains().items():
        if table != EVENTS.name:
            with suppress(sqlite3.DatabaseError):
                for log, seq, link in database.execute(_ENDS.format(table=table, of=of)):
                    yield End(log, seq, link, table)


def find_hash(database: sqlite3.Connection, end: End) -> str | None:
    """The hash of the event with which a log ends elsewhere; None if there is none, or not even such logs."""
    with suppress(sqlite3.OperationalError):
        found = f"SELECT hash FROM {end.table} WHERE {event_chains()[end.table]} = ? AND seq = ?"  # noqa: S608
        row = database.execute(found, [end.game, end.seq]).fetchone()
        return row[0] if row else None
    return None


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
