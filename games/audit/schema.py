"""Whether the tables are those that the models say: with every column, every constraint and every index.

Behind a unique index or a constraint that is gone, rows could be put that the site takes for impossible. What a trigger
does is for the guards to say (`games.guards`).
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

from django.apps import apps
from django.db import connection, models
from django.db.migrations.recorder import MigrationRecorder

from games.audit.findings import Finding
from games.audit.reading import stream

_SQLITE: Final = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master WHERE type <> 'trigger'"
_COLUMNS: Final = (
    "SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull FROM pg_attribute a"
    " JOIN pg_class c ON c.oid = a.attrelid WHERE c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped"
    " AND c.relnamespace = current_schema()::regnamespace"
)
_UNSURE: Final = (
    "SELECT conname FROM pg_constraint WHERE NOT convalidated AND connamespace = current_schema()::regnamespace"
    " UNION ALL SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
    " WHERE NOT (i.indisvalid AND i.indisready AND i.indislive)"
    " AND c.relnamespace = current_schema()::regnamespace"
)
_PARTIAL: Final = (
    "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
    " WHERE i.indpred IS NOT NULL AND c.relnamespace = current_schema()::regnamespace"
)


def check_schema() -> Iterator[Finding]:
    """Every table, column, constraint and index that is not there, or not as it should be."""
    return _check_sqlite() if connection.vendor == "sqlite" else _check_postgresql()


def _models() -> list[type[models.Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _missing(what: str, table: str, name: str) -> Finding:
    return Finding(f"schema/{what}", f"“{name}” of {table} is missing, or not as it should be.")


def _check_sqlite() -> Iterator[Finding]:
    """SQLite keeps the statements by which tables and indexes were made, letter for letter."""
    given = {tuple(place): statement for *place, statement in stream(_SQLITE)}
    tables = {model._meta.db_table for model in _models_on_sqlite()}
    for place, wanted in _made_on_sqlite().items():
        kind, name, table = place
        if place not in given:
            yield _missing(kind, table, name)
        elif kind == "table" and name in tables:
            yield from _check_definitions(table, _definitions(wanted), _definitions(given[place]))
        elif given[place] != wanted:
            yield _missing(kind, table, name)


def _models_on_sqlite() -> list[type[models.Model]]:
    """Our own, and that of the table in which Django notes the migrations."""
    return [*_models(), MigrationRecorder.Migration]


def _made_on_sqlite() -> dict[tuple[str, str, str], str]:
    """The statements of a database that was just made, by kind, name and table; those that SQLite adds included."""
    editor: Any = connection.SchemaEditorClass(connection, collect_sql=True)
    with closing(sqlite3.connect(":memory:")) as made:
        for model in _models_on_sqlite():
            editor.deferred_sql = []
            wanted, _ = editor.table_sql(model)
            for statement in (wanted, *editor._model_indexes_sql(model), *editor.deferred_sql):
                made.execute(str(statement))
        return {(kind, name, table): statement for kind, name, table, statement in made.execute(_SQLITE)}


def _check_definitions(table: str, wanted: list[str], given: list[str]) -> Iterator[Finding]:
    for definition in wanted:
        if definition not in given:
            yield _missing("constraint" if definition.startswith("CONSTRAINT") else "column", table, definition)
    for definition in given:
        if definition not in wanted:
            yield Finding("schema/foreign", f"“{definition}” of {table} is none of its columns and constraints.")


def _definitions(statement: str) -> list[str]:
    """What stands between the outer brackets of a statement that makes a table, with a comma after each."""
    found, depth = [""], 0
    for character in statement[statement.find("(") + 1 : statement.rfind(")")]:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            found.append("")
        else:
            found[-1] += character
    return sorted(filter(None, map(str.strip, found)))


def _check_postgresql() -> Iterator[Finding]:
    """PostgreSQL keeps what statements mean, which is compared by columns: not what a condition says."""
    columns: dict[str, dict[str, tuple[str, bool]]] = {}
    for table, name, kind, is_needed in stream(_COLUMNS):
        columns.setdefault(table, {})[name] = (kind, is_needed)
    partial = {name for [name] in stream(_PARTIAL)}
    for [name] in stream(_UNSURE):
        yield Finding("schema/unsure", f"The database does not vouch for “{name}”: it was never made in full.")
    with connection.cursor() as cursor:
        for model in _models():
            table = model._meta.db_table
            yield from _check_columns(model, columns.get(table, {}))
            found = connection.introspection.get_constraints(cursor, table) if table in columns else {}
            yield from _check_constraints(model, found, partial)


def _check_columns(model: type[models.Model], given: dict[str, tuple[str, bool]]) -> Iterator[Finding]:
    wanted: dict[str, tuple[str, bool]] = {}
    for field in model._meta.local_concrete_fields:
        kind = str(field.db_type(connection)).replace("varchar", "character varying")
        wanted[str(field.column)] = (kind, not field.null)
    for name in wanted:
        # A table that Django makes by itself has numbers of the size that was usual when it was made.
        is_of_either_size = model._meta.auto_created and given.get(name, ("",))[0] in ("integer", "bigint")
        if given.get(name) != wanted[name] and not is_of_either_size:
            yield _missing("column", model._meta.db_table, name)
    for name in given.keys() - wanted.keys():
        yield Finding("schema/foreign", f"“{name}” of {model._meta.db_table} is none of its columns and constraints.")


def _check_constraints(model: type[models.Model], found: dict[str, Any], partial: set[str]) -> Iterator[Finding]:
    table, meta = model._meta.db_table, model._meta
    whole = [tuple(one["columns"]) for name, one in found.items() if one["unique"] and name not in partial]
    for field in meta.local_concrete_fields:
        column = str(field.column)
        if field.unique and (column,) not in whole:
            yield _missing("constraint", table, f"unique {column}")
        reference = getattr(field, "db_constraint", False) and field.target_field  # type: ignore[attr-defined]
        target = (reference.model._meta.db_table, reference.column) if reference else None
        if target and not any(one["foreign_key"] == target and one["columns"] == [column] for one in found.values()):
            yield _missing("constraint", table, f"{column} references {target[0]}")
        checks = [one for one in found.values() if one["check"] and one["columns"] == [column]]
        if field.db_check(connection) and not checks:
            yield _missing("constraint", table, f"check {column}")
    for together in meta.unique_together:
        if tuple(meta.get_field(name).column for name in together) not in whole:  # type: ignore[union-attr]
            yield _missing("constraint", table, f"unique {', '.join(together)}")
    for one in (*meta.constraints, *meta.indexes):
        if not _is_there(model, one, found.get(one.name), one.name in partial):
            yield _missing("index" if isinstance(one, models.Index) else "constraint", table, one.name)


def _is_there(model: type[models.Model], wanted: Any, given: dict[str, Any] | None, is_partial: bool) -> bool:
    """Whether a named constraint or index is there, over the columns that it names, and over some rows only if so."""
    if given is None or is_partial != (getattr(wanted, "condition", None) is not None and not _is_check(wanted)):
        return False
    if _is_check(wanted):
        return bool(given["check"])
    if isinstance(wanted, models.UniqueConstraint) and not given["unique"]:
        return False
    names = [str(name).lstrip("-") for name in wanted.fields]
    return not names or given["columns"] == [model._meta.get_field(name).column for name in names]  # type: ignore[union-attr]


def _is_check(wanted: Any) -> bool:
    return isinstance(wanted, models.CheckConstraint)
