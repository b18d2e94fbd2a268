"""Emptying the database after a test with real transactions: only what has rows, and what migrating has left stays.

Django's own way truncates every table and makes its content types and permissions anew. On PostgreSQL each truncated
table gets new files, which the next checkpoint has to write one by one; with a hundred tables that takes far longer
than most of the tests.
"""

from functools import cache

from django.db import connection, transaction

from games.integrity.witness.file import witness_path
from games.log.guards import lifted_in_test_database, make_guards, missing_guards
from games.log.guards.tables import guarded_tables

KEPT = {"auth_permission", "django_content_type", "django_migrations"}
"""What migrating fills; nothing in the site changes it."""


def empty_database() -> None:
    """Take every row out of every table, put guards back that a test has taken away, and forget what was seen."""
    witness_path().unlink(missing_ok=True)
    filled = _filled()
    if filled & {table.name for table in guarded_tables()}:
        with lifted_in_test_database():
            _delete(filled)
        return
    _delete(filled)
    if missing_guards():
        make_guards()


@cache
def _tables() -> tuple[str, ...]:
    return tuple(sorted(set(connection.introspection.django_table_names(only_existing=True)) - KEPT))


def _filled() -> set[str]:
    """The tables with rows."""
    quoted = {name: connection.ops.quote_name(name) for name in _tables()}
    asked = " UNION ALL ".join(
        f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {table})" for name, table in quoted.items()
    )
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return {name for [name] in cursor.fetchall()}


def _delete(tables: set[str]) -> None:
    """All at once: what refers to other rows is only looked at in the end."""
    with transaction.atomic(), connection.cursor() as cursor:
        for name in sorted(tables):
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(name)}")
