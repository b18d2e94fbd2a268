"""What a database file holds, in numbers, and what it says was signed; read without Django, whatever its version."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from engine.checkpoint import Note, parse_note
from engine.errors import Refused
from games.guards.tables import EVENTS, chains

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
    for table, of in chains().items():
        if table != EVENTS.name:
            with suppress(sqlite3.DatabaseError):
                for log, seq, link in database.execute(_ENDS.format(table=table, of=of)):
                    yield End(log, seq, link, table)


def find_hash(database: sqlite3.Connection, end: End) -> str | None:
    """The hash of the event with which a log ends elsewhere; None if there is none, or not even such logs."""
    with suppress(sqlite3.OperationalError):
        found = f"SELECT hash FROM {end.table} WHERE {chains()[end.table]} = ? AND seq = ?"  # noqa: S608
        row = database.execute(found, [end.game, end.seq]).fetchone()
        return row[0] if row else None
    return None
