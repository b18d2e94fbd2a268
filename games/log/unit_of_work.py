"""The row of a game, locked while its log grows, and a log with new entries that are not stored yet."""

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db import connection

from games.clock.site_time import now, write_time
from games.log.entries import Entry, Link
from games.log.event_store import chain_entries
from games.log.fold import Fold, advance
from games.refusals import no_such_game


class Head(NamedTuple):
    """Where a log ends, and what its row says of the clocks."""

    game: str
    seq: int
    hash: str
    last_at: str
    deal: str | None
    status: str
    awaited: int
    asked_at: datetime | None
    due_at: datetime | None
    bots_due_at: datetime | None


_HEAD_COLUMNS = "id, seq, head_hash, last_at, deal_id, status, awaited, asked_at, due_at, bots_due_at"
_READ = f"SELECT {_HEAD_COLUMNS} FROM games_game WHERE id = %s"  # noqa: S608
_LOCK = f"{_READ} FOR UPDATE"
_SEQS = "SELECT id, seq FROM games_game WHERE id IN "
_WRITE = (
    "UPDATE games_game SET seq = %s, head_hash = %s, last_at = %s, status = %s, awaited = %s,"
    " asked_at = %s, due_at = %s, bots_due_at = %s WHERE id = %s"
)


def read_head(game_id: str) -> Head:
    """Where a log ends now."""
    return _select_head(_READ, game_id)


def lock_head(game_id: str) -> Head:
    """The same, and nobody else can append until the transaction ends (on SQLite it holds the only write lock)."""
    return _select_head(_LOCK if connection.vendor == "postgresql" else _READ, game_id)


def _select_head(statement: str, game_id: str) -> Head:
    with connection.cursor() as cursor:
        cursor.execute(statement, [game_id])
        row = cursor.fetchone()
    if not row:
        raise no_such_game(game_id)
    return Head(*row[:7], *(_from_database(value) for value in row[7:]))


def read_seqs(games: Collection[str]) -> dict[str, int]:
    """How many events the logs of these games hold."""
    if not games:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_SEQS + f"({', '.join(['%s'] * len(games))})", list(games))
        return dict(cursor.fetchall())


def write_head(head: Head) -> None:
    """Say where the log ends now, and what is waited for."""
    adapt = connection.ops.adapt_datetimefield_value
    times = [adapt(moment) for moment in (head.asked_at, head.due_at, head.bots_due_at)]
    values = [head.seq, head.hash, head.last_at, head.status, head.awaited, *times, head.game]
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, values)


def _from_database(value: datetime | None) -> datetime | None:
    """SQLite gives times without their zone."""
    if value is None or value.tzinfo is not None:
        return value
    return value.replace(tzinfo=connection.timezone)


class Draft:
    """What a command has added so far; each entry is played through the rules at once, or refused."""

    def __init__(self, head: Head, fold: Fold) -> None:
        self.head = head
        self.before = fold
        self.fold = fold
        self.links: list[Link] = []
        self.now = now()
        # A clock that was set back must not make the log run backwards.
        self.at = max(write_time(self.now), head.last_at)

    def add(self, entry: Entry) -> None:
        """Add one entry."""
        [link] = chain_entries(self.head.game, self.fold.seq, self.fold.hash, [entry], self.at)
        self.fold = advance(self.fold, entry, link.hash)
        self.links.append(link)

    @property
    def kinds(self) -> set[str]:
        """The kinds of everything that was added."""
        return {link.entry.kind for link in self.links}
