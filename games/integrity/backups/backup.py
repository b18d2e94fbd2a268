"""Making a backup while games are played, and the files of SQLite databases: where ours is, how one is opened, and how
one is copied whole.

A copy appears under its name only when it is complete and on the disk. It is one single file, whatever was going on in
the database meanwhile.
"""

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import quote

from django.db import connection

from engine.errors import Illegal
from games.integrity.backups.contents import Contents, contents_of
from games.refusals import Conflict


def database_file() -> Path:
    """The file of the database in use; refused where there is none."""
    if connection.vendor != "sqlite":
        template = "The database is PostgreSQL: back it up with pg_dump and restore it with pg_restore."
        raise Illegal("backup/postgresql", template)
    return Path(connection.settings_dict["NAME"]).absolute()


def open_to_read(path: Path) -> "closing[sqlite3.Connection]":
    """A database that is only read, to be closed at the end of a block."""
    return closing(sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro", uri=True, isolation_level=None))


def write_copy(source: sqlite3.Connection, path: Path, must_be_sound: bool = True) -> None:
    """Copy a whole database, as it is at one moment, to a file that replaces whatever has that name."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-", suffix=".partial")
    os.close(descriptor)
    partial = Path(name)
    try:
        with closing(sqlite3.connect(partial, isolation_level=None)) as target:
            # All pages in one step: one moment of the source, and writers there need not wait (WAL).
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
            if must_be_sound:
                require_sound(target)
        sync(partial)
        partial.replace(path)
        sync(path.parent)
    finally:
        partial.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Have a file, or the entries of a folder, written to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def require_sound(database: sqlite3.Connection) -> None:
    """Refuse a database whose pages or rows do not fit together."""
    try:
        [[told], *_] = database.execute("PRAGMA integrity_check").fetchall()
        stray = database.execute("PRAGMA foreign_key_check").fetchone() if told == "ok" else None
    except sqlite3.OperationalError:  # such as a full disk
        raise
    except sqlite3.DatabaseError as error:
        told, stray = str(error), None
    if told != "ok":
        raise Conflict("backup/damaged", "The database is damaged: {reason}.", reason=told)
    if stray is not None:
        template = "The database is damaged: a row of {table} refers to one in {other} that is not there."
        raise Conflict("backup/damaged", template, table=stray[0], other=stray[2])


_ENDINGS: Final = ("", "-wal", "-shm", "-queue", "-queue-door")
"""Of the files that belong to a database."""


def back_up(path: Path, overwrite: bool = False) -> Contents | None:
    """Copy the database in use to a file, once the copy is known to be sound; what it holds."""
    source = database_file()
    _require_free(path, source, overwrite)
    with open_to_read(source) as database:
        write_copy(database, path)
    with open_to_read(path) as copy:
        return contents_of(copy)


def _require_free(path: Path, source: Path, overwrite: bool) -> None:
    """Refuse a name that is taken, and always that of the database itself."""
    if path.resolve() in {source.with_name(source.name + ending).resolve() for ending in _ENDINGS}:
        raise Conflict("backup/itself", "{path} is the database itself.", path=str(path))
    if path.exists() and not overwrite:
        raise Conflict("backup/exists", "{path} is there already; --force replaces it.", path=str(path))
