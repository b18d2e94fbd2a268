"""Statements that belong together, sent together: on PostgreSQL each message to and fro costs more than its work."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections


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


def run(*statements: Statement) -> list[list[tuple[Any, ...]]]:
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


def run_last(*statements: Statement) -> None:
    """Carry out the last statements of a transaction; on PostgreSQL its commit travels in the same message.

    Django commits a moment later, which costs no message then. A transaction inside another one is not committed here.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    is_outermost = connection.in_atomic_block and not connection.savepoint_ids
    run(*statements, *([_COMMIT] if connection.vendor == "postgresql" and is_outermost else []))


_COMMIT = Statement("COMMIT", [])


def _rows(cursor: Any, statement: Statement) -> list[tuple[Any, ...]]:
    cursor.execute(*statement)
    return _fetched(cursor, statement)


def _fetched(cursor: Any, statement: Statement) -> list[tuple[Any, ...]]:
    return cursor.fetchall() if statement.is_question else []
