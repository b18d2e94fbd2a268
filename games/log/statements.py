"""Statements that belong together, sent together: on PostgreSQL each message to and fro costs more than its work."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import connection


class Statement(NamedTuple):
    """Some SQL and its values."""

    text: str
    values: Sequence[Any]


def run(*statements: Statement) -> list[list[tuple[Any, ...]]]:
    """Carry out statements one after the other, each seeing what the one before has waited for; their rows."""
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            return [_rows(cursor, statement) for statement in statements]
        values = [value for statement in statements for value in statement.values]
        found = [_rows(cursor, Statement("; ".join(statement.text for statement in statements), values))]
        while cursor.nextset():
            found.append(_fetched(cursor))
        return found


def _rows(cursor: Any, statement: Statement) -> list[tuple[Any, ...]]:
    cursor.execute(*statement)
    return _fetched(cursor)


def _fetched(cursor: Any) -> list[tuple[Any, ...]]:
    return cursor.fetchall() if cursor.description else []
