"""The guards as SQLite's triggers.

`INSERT OR REPLACE` deletes whatever a new row collides with, without a word to the deleting trigger; so inserting is
guarded against every collision. Before a row is inserted its number may not be known yet, so it is looked at after.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.log.guards.tables import GuardedTable

FIND_TRIGGERS: Final = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"


def creating_sql(tables: Sequence[GuardedTable]) -> Iterator[str]:
    """The statements that make all guards anew."""
    for name, definition in expected_definitions(tables).items():
        yield f"DROP TRIGGER IF EXISTS {name}"
        yield definition


def dropping_sql(tables: Sequence[GuardedTable]) -> Iterator[str]:
    """The statements that take all guards away."""
    yield from (f"DROP TRIGGER IF EXISTS {name}" for name in expected_definitions(tables))


def expected_definitions(tables: Sequence[GuardedTable]) -> Mapping[str, str]:
    """The definition of each guard, exactly as SQLite keeps it."""
    return {name: definition for table in tables for name, definition in _triggers(table)}


def find_rewrites() -> Iterator[str]:
    """What asks for views, the only other thing that could stand in for a table."""
    yield "SELECT name, sql FROM sqlite_master WHERE type = 'view'"


def _triggers(table: GuardedTable) -> Iterator[tuple[str, str]]:
    collides = " OR ".join(_taken(table.name, columns) for columns in table.uniques)
    yield _trigger(table, "update", "BEFORE UPDATE", "1")
    yield _trigger(table, "delete", "BEFORE DELETE", "1")
    yield _trigger(table, "insert", "BEFORE INSERT", f"{collides} OR NOT coalesce({table.continues}, 0)")
    yield _trigger(table, "number", "AFTER INSERT", f"NEW.{table.key} < 1")


def _taken(table: str, columns: Sequence[str]) -> str:
    """Whether another row has the same in these columns."""
    same = " AND ".join(f"{column} = NEW.{column}" for column in columns)
    return f"EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608


def _trigger(table: GuardedTable, does: str, fires: str, when: str) -> tuple[str, str]:
    name = f"{table.name}_no_{does}"
    refusal = f"SELECT RAISE(ABORT, '{table.name} is append-only: {does} refused')"
    return name, f"CREATE TRIGGER {name} {fires} ON {table.name} WHEN {when} BEGIN {refusal}; END"
