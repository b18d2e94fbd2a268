"""What can be wrong with where the site keeps its data: full, read-only, damaged, failing; told from drivers' errors.

None of it is a fault of the program or of whoever asks. Visitors get a refusal (503), those who run the site a
sentence, and nobody a traceback. That the database is merely busy, or away for a moment, is told apart: it passes by
itself.
"""

import errno
import logging
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Final

from django.db import (
    DatabaseError,
    DataError,
    Error,
    IntegrityError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
    connection,
)

from games.keys.sources import KeyUnusable
from games.refusals import Busy, busy, out_of_order

REMEMBERED: Final = 30.0
"""For how many seconds a fault counts as there after it was met, if nothing has been stored since."""


class StorageFault(Enum):
    """What is wrong, as a sentence for those who run the site."""

    FULL = "The disk is full."
    READ_ONLY = "The database, or its disk, can only be read."
    DAMAGED = "The database is damaged, or is none."
    FAILING = "The disk, or the folder of the database, fails."
    KEYS = "A key cannot be used."
    REDIS = "Redis does not take what it is given."
    BUSY = "The database is busy or does not answer."


_OF_SQLITE: Final = {
    sqlite3.SQLITE_FULL: StorageFault.FULL,
    sqlite3.SQLITE_READONLY: StorageFault.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: StorageFault.DAMAGED,
    sqlite3.SQLITE_NOTADB: StorageFault.DAMAGED,
    sqlite3.SQLITE_IOERR: StorageFault.FAILING,
    sqlite3.SQLITE_CANTOPEN: StorageFault.FAILING,
}
_NO_TEXT: Final = "Could not decode to UTF-8"
"""What Python says of a text in SQLite that is none, without any code."""
_OF_POSTGRESQL: Final = {
    "53100": StorageFault.FULL,
    "25006": StorageFault.READ_ONLY,
    "XX001": StorageFault.DAMAGED,
    "XX002": StorageFault.DAMAGED,
    "58": StorageFault.FAILING,
}
"""By SQLSTATE, or its class."""
_OF_SYSTEM: Final = {
    errno.ENOSPC: StorageFault.FULL,
    errno.EDQUOT: StorageFault.FULL,
    errno.EFBIG: StorageFault.FULL,
    errno.EROFS: StorageFault.READ_ONLY,
    errno.EIO: StorageFault.FAILING,
}
_OUT_OF_REACH: Final = (
    *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN),
    *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP),
)
"""What SQLite says without having read anything; without room, or leave to write, there is no memory to share."""
_ABOUT_WHAT_WAS_ASKED: Final = (DataError, IntegrityError, ProgrammingError)
"""What a database says of what it was asked, not of itself."""


def fault_of(error: BaseException) -> StorageFault | None:
    """What an error says of where things are kept; None if it is about something else."""
    if _is_of_redis(error):
        return StorageFault.REDIS
    if isinstance(error, KeyUnusable):
        return StorageFault.KEYS
    if isinstance(error, OSError):
        return _OF_SYSTEM.get(error.errno or 0)
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(error)
    if not isinstance(error, DatabaseError | InterfaceError) or isinstance(error, _ABOUT_WHAT_WAS_ASKED):
        return None
    return _of_driver(error.__cause__) or (None if _is_about_words(error.__cause__) else _if_passing(error))


def is_out_of_reach(error: BaseException) -> bool:
    """Whether an error says that the database cannot be read just now, which says nothing of what it holds."""
    cause = error if isinstance(error, sqlite3.Error) else error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0)
        return code in _OUT_OF_REACH or code & 0xFF in _OUT_OF_REACH
    return isinstance(error, Error) and fault_of(error) in (StorageFault.FULL, StorageFault.BUSY)


def _is_of_redis(error: BaseException) -> bool:
    # Whoever has loaded no client has no error of one: an audit need not load it to know.
    client = sys.modules.get("redis")
    return client is not None and isinstance(error, client.RedisError)


def _of_driver(cause: BaseException | None) -> StorageFault | None:
    if isinstance(cause, sqlite3.Error):
        return _of_sqlite(cause)
    state = getattr(cause, "sqlstate", None) or ""
    return _OF_POSTGRESQL.get(state) or _OF_POSTGRESQL.get(state[:2])


def _of_sqlite(error: sqlite3.Error) -> StorageFault | None:
    if str(error).startswith(_NO_TEXT):
        return StorageFault.DAMAGED
    # The lowest byte says what it is, the others where it was met.
    return _OF_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)


def _is_about_words(cause: BaseException | None) -> bool:
    """Whether SQLite says of a statement that it makes no sense, as where a table is missing: it has no other class."""
    return isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_ERROR


def _if_passing(error: DatabaseError | InterfaceError) -> StorageFault | None:
    return StorageFault.BUSY if isinstance(error, OperationalError | InterfaceError) else None


def refusal_of(error: BaseException) -> Busy | None:
    """What visitors are told of an error; None if it is about something else than where things are kept."""
    fault = fault_of(error)
    if fault is None or fault is StorageFault.BUSY:
        return None if fault is None else busy()
    if fault not in (StorageFault.REDIS, StorageFault.KEYS):
        _Met.fault, _Met.until = fault, time.monotonic() + REMEMBERED
        if not connection.in_atomic_block:
            # What was wrong may be mended for whoever connects anew, as where a database was opened to be read only.
            connection.close()
    return out_of_order()


class _Met:
    """The last fault that this process has met."""

    fault: StorageFault | None = None
    until = 0.0


def forget_fault() -> None:
    """Something has been stored: whatever was wrong is mended."""
    _Met.fault = None


def remembered_fault() -> StorageFault | None:
    """What this process cannot store for, as far as it knows."""
    return _Met.fault if time.monotonic() < _Met.until else None


log = logging.getLogger(__name__)


@contextmanager
def log_failure(what_failed: str) -> Iterator[None]:
    """Do one thing; if it fails, that is told and the next one is done."""
    try:
        yield
    except Exception as error:
        if isinstance(error, Busy) or fault_of(error):
            log.warning("%s just now: %s", what_failed, error)
        else:
            log.exception("%s.", what_failed)
