"""Reading a database that is in use: as it is at one moment, without keeping anybody from writing, row by row."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import datetime
from itertools import chain
from typing import Any, Final

from django.db import connection, transaction

AT_ONCE: Final = {"sqlite": 100, "postgresql": 500}
"""How many rows are taken at once: few stay in the processor's cache, many save messages to and fro."""
_BY_INDEX: Final = "SET LOCAL random_page_cost = 1.1"
"""Logs lie in the order in which they were written: going along the index is as good as reading the table, which would
be read whole for every portion, and sorted."""


@contextmanager
def steady_view(moment: str | None = None) -> Iterator[None]:
    """See the database, until the block ends, as it is when it begins; or as another process sees it at its moment.

    Inside a transaction of the caller's, the caller's view is the one that is had.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _steady_file():
            yield
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            if moment is not None:
                cursor.execute("SET TRANSACTION SNAPSHOT %s", [moment])
            cursor.execute(_BY_INDEX)
            yield


@contextmanager
def _steady_file() -> Iterator[None]:
    """Readers of a file in WAL mode keep nobody from writing, but Django's own transactions would begin as writers."""
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            cursor.execute("SELECT 1 FROM games_game LIMIT 1")
            yield
        finally:
            cursor.execute("ROLLBACK")


def in_savepoint() -> AbstractContextManager[Any]:
    """Something that may fail without what comes after it failing too: PostgreSQL refuses everything else in a
    transaction in which something was refused."""
    return transaction.atomic() if connection.in_atomic_block else nullcontext()


def exported_snapshot() -> str | None:
    """What other processes need to see the same; None if every process has its own view."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_export_snapshot()")
        [moment] = cursor.fetchone()
    return str(moment)


def stream(statement: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
    """The rows of a statement one by one, however many there are."""
    return chain.from_iterable(_portions(connection.chunked_cursor, statement, values))


def stream_few(statement: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
    """The same for rows that have room in memory: PostgreSQL sends them without being asked for each portion, which
    costs two thirds of it."""
    return chain.from_iterable(_portions(connection.cursor, statement, values))


def _portions(open_cursor: Callable[[], Any], statement: str, values: Sequence[Any]) -> Iterator[list[tuple[Any, ...]]]:
    with open_cursor() as cursor:
        cursor.execute(statement, values)
        while rows := cursor.fetchmany(AT_ONCE[connection.vendor]):
            yield rows


def with_zone(value: Any) -> Any:
    """A time with its zone, which SQLite leaves out."""
    if not isinstance(value, datetime) or value.tzinfo is not None:
        return value
    return value.replace(tzinfo=connection.timezone)
