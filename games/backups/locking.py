"""Having the database in use for oneself: nobody else can open it, and nobody has it open.

A site that runs sees to its clocks every second, which is written down; and whoever has the file open at that moment
keeps us from locking it. A site that was stopped just now has written it a moment ago: that is waited out before the
lock is taken, because under the lock nobody could write it any more.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from games.backups.files import open_to_read
from games.clocks.clock import now
from games.refusals import Conflict

QUIET: Final = timedelta(seconds=5)
"""How long nobody must have seen to the clocks."""
PAUSE: Final = 0.2
"""Seconds between two looks whether anybody has."""
PATIENCE: Final = 2.0
"""Seconds to wait for the lock."""


@contextmanager
def locked(path: Path, say: Callable[[str], None]) -> Iterator[sqlite3.Connection | None]:
    """The database for oneself until the block ends; None if there is none, or none that can be read."""
    if not path.exists():
        yield None
        return
    _wait_until_quiet(path, say)
    with closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as database:
        if not _lock(database):
            yield None
            return
        if _is_recent(_last_beat(database)):
            raise _running()
        yield database


def _wait_until_quiet(path: Path, say: Callable[[str], None]) -> None:
    """Wait as long as the clocks may have been seen to by a site that is stopped by now; refused if they still are."""
    first = _look(path)
    if not _is_recent(first):
        return
    say(f"The clocks were seen to a moment ago: waiting {QUIET.seconds} seconds to see whether the site still runs …")
    while _is_recent(beat := _look(path)):
        if beat != first:
            raise _running()
        time.sleep(PAUSE)


def _look(path: Path) -> datetime | None:
    with open_to_read(path) as database:
        return _last_beat(database)


def _last_beat(database: sqlite3.Connection) -> datetime | None:
    """When the clocks were last seen to, None if the database does not tell."""
    try:
        [at] = database.execute("SELECT max(at) FROM games_heartbeat").fetchone()
    except sqlite3.DatabaseError:  # no such table, not to be read, or locked, which is told when we lock it
        return None
    return datetime.fromisoformat(at).replace(tzinfo=UTC) if at is not None else None


def _is_recent(beat: datetime | None) -> bool:
    return beat is not None and abs(now() - beat) < QUIET


def _lock(database: sqlite3.Connection) -> bool:
    """Take the lock and keep it, with everything in the one file; whether it is a database at all."""
    try:
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("PRAGMA synchronous = EXTRA")
        database.execute("BEGIN EXCLUSIVE")
        database.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise
        raise _running() from None
    except sqlite3.DatabaseError:
        return False
    return True


def _running() -> Conflict:
    return Conflict("backup/running", "The site is running, or something else uses its database: stop it first.")
