"""What a command adds to a log, and the rows that are locked meanwhile: for logs of any sort, and for those of games.

A game's row is read and written in plain SQL, because every move goes this way. Other sorts have rows of which much is
asked beside, and few commands: those are locked as they are.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import connection

from engine.log import is_id
from games.clock.site_time import now, write_time
from games.extension import LogSort
from games.log.entries import Entry, Link
from games.log.event_store import chain_entries
from games.log.fold import Fold, advance
from games.refusals import no_such_game


def lock_owner(logs: LogSort, log: Any) -> Any:
    """The row in which a log ends, to which nobody else can append until the transaction ends; None if there is none.

    What cannot be an id is not even asked for, as databases choke on some texts.
    """
    return logs.owners._default_manager.select_for_update().filter(pk=log).first() if is_id(log) else None


class Head(NamedTuple):
    """Where the log of a game ends, and what its row says of the clocks."""

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


class PendingEvents(ABC):
    """The events that a command or a step has added so far to a locked log, and that are not stored yet.

    What follows from an entry is another matter for each sort of logs: it is taken in as soon as the entry is added.
    """

    def __init__(self, log: str, last_at: str) -> None:
        self.log: Final = log
        self.links: list[Link] = []
        self.now = now()
        # A clock that was set back must not make the log run backwards.
        self.at = max(write_time(self.now), last_at)

    @property
    @abstractmethod
    def end(self) -> tuple[int, str]:
        """The seq and the hash of the last event, those that were added counted in."""

    @abstractmethod
    def take_in(self, links: Sequence[Link]) -> None:
        """Let what is known of the log follow from new entries; they are not added if this refuses them."""

    def add_entries(self, entries: Iterable[Entry]) -> list[Link]:
        """Add entries to the end of the log; all of them are made before the first is added."""
        links = list(chain_entries(self.log, *self.end, [*entries], self.at))
        if links:
            self.take_in(links)
            self.links += links
        return links

    @property
    def kinds(self) -> set[str]:
        """The kinds of everything that was added."""
        return {link.entry.kind for link in self.links}


class Draft(PendingEvents):
    """The same for the log of a game; each entry is played through the rules at once, or refused."""

    def __init__(self, head: Head, fold: Fold) -> None:
        super().__init__(head.game, head.last_at)
        self.head = head
        self.before = fold
        self.fold = fold

    def add(self, entry: Entry) -> None:
        """Add one entry."""
        self.add_entries((entry,))

    @property
    def end(self) -> tuple[int, str]:
        """Where the fold is."""
        return self.fold.seq, self.fold.hash

    def take_in(self, links: Sequence[Link]) -> None:
        """Play them through the rules."""
        fold = self.fold
        for link in links:
            fold = advance(fold, link.entry, link.hash)
        self.fold = fold
