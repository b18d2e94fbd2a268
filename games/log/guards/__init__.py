"""The guards by which the database itself keeps the log append-only.

Triggers refuse every change, deletion and replacement of an event or checkpoint, and every new event that does not
continue its chain. Django drops them when it rebuilds a table, so they are made anew after every migration, and a
process that serves or works asks at its start whether they are there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.creation import TEST_DATABASE_PREFIX

from games.log.guards import postgresql, sqlite
from games.log.guards.tables import OWN_TABLES, GuardedTable, guarded_tables

_VENDORS = {"sqlite": sqlite, "postgresql": postgresql}


class GuardsMissing(Exception):
    """The database would let the log be changed."""


def make_guards(database: BaseDatabaseWrapper = connection) -> None:
    """Make every guard anew; others never see a moment without them."""
    with transaction.atomic(using=database.alias), database.cursor() as cursor:
        for statement in _VENDORS[database.vendor].creating_sql(_present(database)):
            cursor.execute(statement)


def _present(database: BaseDatabaseWrapper) -> tuple[GuardedTable, ...]:
    """The tables that are there: those of one app may be made before those of another."""
    names = set(database.introspection.table_names())
    return tuple(table for table in guarded_tables() if table.name in names)


def missing_guards(database: BaseDatabaseWrapper = connection) -> list[str]:
    """The guards that are not there, or not as they should be.

    A database may be older than the tables of other apps, as a backup is that has not been brought up to date yet.
    """
    vendor = _VENDORS[database.vendor]
    found = _found(database, vendor.FIND_TRIGGERS)
    tables = tuple(dict.fromkeys((*OWN_TABLES, *_present(database))))
    return sorted(
        name for name, definition in vendor.expected_definitions(tables).items() if (name, definition) not in found
    )


def foreign_triggers(database: BaseDatabaseWrapper = connection) -> list[str]:
    """The triggers that are none of the guards, and whatever else lets the database do or hide something by itself:
    nobody has agreed to it."""
    vendor = _VENDORS[database.vendor]
    expected = vendor.expected_definitions(guarded_tables())
    triggers = _found(database, vendor.FIND_TRIGGERS)
    # On PostgreSQL triggers of different tables may have the same name, so beside a guard there may be its namesake.
    foreign = [name for name, definition in triggers if name not in expected]
    doubles = [
        name
        for name, definition in triggers
        if name in expected and definition != expected[name] and (name, expected[name]) in triggers
    ]
    return sorted(
        [
            *foreign,
            *doubles,
            *(name for statement in vendor.find_rewrites() for name, _ in _found(database, statement)),
        ]
    )


def made_guards(database: BaseDatabaseWrapper = connection) -> dict[str, str]:
    """The definition of every guard that there should be on the tables that are there."""
    return dict(_VENDORS[database.vendor].expected_definitions(_present(database)))


def found_triggers(database: BaseDatabaseWrapper = connection) -> list[tuple[str, str]]:
    """Every trigger that is there, with its definition."""
    return _found(database, _VENDORS[database.vendor].FIND_TRIGGERS)


def _found(database: BaseDatabaseWrapper, statement: str) -> list[tuple[str, str]]:
    with database.cursor() as cursor:
        cursor.execute(statement)
        return [(name, definition) for name, definition in cursor.fetchall()]


def require_guards(database: BaseDatabaseWrapper = connection) -> None:
    """Refuse to go on without all guards."""
    if missing := missing_guards(database):
        names = ", ".join(missing)
        raise GuardsMissing(
            f"The log is not protected, guards are missing or changed: {names}. Run “manage.py migrate” to mend that."
        )


def _is_test_database(database: BaseDatabaseWrapper) -> bool:
    """Whether this process runs tests, and this is the database that the test runner has made for them."""
    from django.test.utils import _TestState  # private to Django, so only tests may depend on it

    name = Path(str(database.settings_dict["NAME"])).name
    return hasattr(_TestState, "saved_data") and name.startswith((TEST_DATABASE_PREFIX, "test.sqlite3"))


@contextmanager
def lifted_in_test_database(database: BaseDatabaseWrapper = connection) -> Iterator[None]:
    """Take the guards away for a block, which only a test database allows."""
    if not _is_test_database(database):
        raise GuardsMissing("Only the guards of a test database can be lifted.")
    with database.cursor() as cursor:
        for statement in _VENDORS[database.vendor].dropping_sql(_present(database)):
            cursor.execute(statement)
    try:
        yield
    finally:
        make_guards(database)
