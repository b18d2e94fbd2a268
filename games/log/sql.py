"""Plain SQL beside the ORM: statements that are sent together, transactions that say when the database cannot be
written to, and rows that are claimed so that of several workers one does what is due.

On PostgreSQL each message to and fro costs more than its work, and workers share the work by passing over each other's
rows; a row that is held again and again is waited for, so that nobody keeps a deadline off by never letting go of the
game. On SQLite whoever may write is alone; that writers queue is seen to by the backend, for every transaction
(`brikks_site/sqlite`).
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connection, connections, transaction
from django.db.models import Model, QuerySet

from games.log.storage_faults import forget_fault, refusal_of


class Statement(NamedTuple):
    """Some SQL and its values."""

    text: str
    values: Sequence[Any]

    @property
    def is_question(self) -> bool:
        """Whether rows come of it."""
        return self.text.startswith("SELECT")


class Proof(NamedTuple):
    """What was answered to a question before, and has to be answered again."""

    question: Statement
    answer: tuple[Any, ...]


class Outdated(Exception):
    """Something else was answered than before: whatever was concluded from it does not hold any more."""


def run_statements(*statements: Statement) -> list[list[tuple[Any, ...]]]:
    """Carry out statements one after the other, each seeing what the one before has waited for; their rows."""
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            return [_rows(cursor, statement) for statement in statements]
        cursor.execute("; ".join(one.text for one in statements), [value for one in statements for value in one.values])
        found = [_fetched(cursor, statements[0])]
        for statement in statements[1:]:
            cursor.nextset()
            found.append(_fetched(cursor, statement))
        return found


def run_last_statements(*statements: Statement) -> None:
    """Carry out the last statements of a transaction; on PostgreSQL its commit travels in the same message.

    Django commits a moment later, which costs no message then. A transaction inside another one is not committed here.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    is_outermost = connection.in_atomic_block and not connection.savepoint_ids
    run_statements(*statements, *([_COMMIT] if connection.vendor == "postgresql" and is_outermost else []))


_COMMIT = Statement("COMMIT", [])


def _rows(cursor: Any, statement: Statement) -> list[tuple[Any, ...]]:
    cursor.execute(*statement)
    return _fetched(cursor, statement)


def _fetched(cursor: Any, statement: Statement) -> list[tuple[Any, ...]]:
    return cursor.fetchall() if statement.is_question else []


log = logging.getLogger(__name__)


@contextmanager
def write_transaction() -> Iterator[None]:
    """One transaction; refused if the database is busy or out of order.

    Nothing has been written then, unless the connection was lost in the very moment of the commit; whoever gives the
    same command again finds out.
    """
    try:
        with transaction.atomic():
            yield
    except (DatabaseError, InterfaceError) as error:
        refusal = refusal_of(error)
        if refusal is None:
            raise
        log.warning("The database could not be written to: %s", error)
        raise refusal from error
    forget_fault()


PATIENCE = "1s"
"""How long a row is waited for; a process that was stopped while it held one must not hold up a whole sweep."""


def claim_row(wanted: QuerySet[Any], waits: bool = False) -> bool:
    """Lock the row that is wanted; False if it is none any more, or if somebody else holds it."""
    if connection.features.has_select_for_update_skip_locked:
        wanted = wanted.select_for_update(skip_locked=not waits)
        if waits:
            _limit_waiting()
    return bool(wanted.values_list("pk"))


def lock_table(model: type[Model]) -> None:
    """Wait for everybody who writes to a table or holds a row of it, and let nobody else begin until the transaction
    ends; on SQLite whoever may write is alone anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {connection.ops.quote_name(model._meta.db_table)} IN EXCLUSIVE MODE")


def _limit_waiting() -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}'")
