"""Whether the tables are those that the models say: with every column, every constraint and every index.

Behind a unique index or a constraint that is gone, rows could be put that the site takes for impossible. What a trigger
does is for the guards to say (`games.log.guards`).
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

from django.apps import apps
from django.db import connection, models
from django.db.migrations.recorder import MigrationRecorder

from games.integrity.audit.findings import Finding
from games.integrity.covering_indexes import missing_covering_indexes
from games.log.steady_reads import stream

_SQLITE: Final = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master WHERE type <> 'trigger'"
_COLUMNS: Final = (
    "SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod)"
    " || CASE WHEN a.attcollation <> t.typcollation THEN ' with a collation' ELSE '' END, a.attnotnull"
    " FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid JOIN pg_class c ON c.oid = a.attrelid"
    " WHERE c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped"
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
_EXPRESSIONS: Final = (
    "SELECT c.relname, pg_get_expr(i.indexprs, i.indrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
    " WHERE i.indexprs IS NOT NULL AND c.relnamespace = current_schema()::regnamespace"
)


def check_schema() -> Iterator[Finding]:
    """Every table, column, constraint and index that is not there, or not as it should be."""
    return _check_sqlite() if connection.vendor == "sqlite" else _check_postgresql()


def _models() -> list[type[models.Model]]:
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _missing(what: str, table: str, name: str) -> Finding:
    return Finding(f"schema/{what}", f"“{name}” of {table} is missing, or not as it should be.")


def _foreign(table: str, name: str) -> Finding:
    return Finding("schema/foreign", f"“{name}” of {table} is none of its columns and constraints.")


def _check_sqlite() -> Iterator[Finding]:
    """SQLite keeps the statements by which tables and indexes were made, letter for letter."""
    given = {tuple(place): statement for *place, statement in stream(_SQLITE)}
    tables = {model._meta.db_table for model in _models_on_sqlite()}
    made = _made_on_sqlite()
    for kind, name, table in given.keys() - made.keys():
        # One that only makes something faster is an operator's affair; this one refuses rows.
        if kind == "index" and table in tables and "UNIQUE" in given[kind, name, table].upper():
            yield _foreign(table, name)
    for place, wanted in made.items():
        kind, name, table = place
        if place not in given:
            yield _missing(kind, table, name)
        elif kind == "table" and name in tables:
            yield from _check_definitions(table, _definitions(wanted), _definitions(given[place]))
        elif given[place] != wanted:
            yield _missing(kind, table, name)
    for name, table, _ in missing_covering_indexes(connection):
        yield _missing("index", table, name)


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
            yield _foreign(table, definition)


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
    expressions: dict[str, str] = dict(stream(_EXPRESSIONS))
    for [name] in stream(_UNSURE):
        yield Finding("schema/unsure", f"The database does not vouch for “{name}”: it was never made in full.")
    with connection.cursor() as cursor:
        for model in _models():
            table = model._meta.db_table
            yield from _check_columns(model, columns.get(table, {}))
            found = connection.introspection.get_constraints(cursor, table) if table in columns else {}
            yield from _check_constraints(model, found, partial)
            yield from _check_expressions(model, expressions)
            yield from _check_refusals(model, found)


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
        yield _foreign(model._meta.db_table, name)


def _check_constraints(model: type[models.Model], found: dict[str, Any], partial: set[str]) -> Iterator[Finding]:
    table, meta = model._meta.db_table, model._meta
    whole = [tuple(one["columns"]) for name, one in found.items() if one["unique"] and name not in partial]
    for field in meta.local_concrete_fields:
        column = str(field.column)
        if field.unique and (column,) not in whole:
            yield _missing("constraint", table, f"unique {column}")
        target = _target(field)
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


def _check_expressions(model: type[models.Model], given: dict[str, str]) -> Iterator[Finding]:
    """What is unique by an expression: brackets and types are PostgreSQL's way to write it."""
    editor = connection.SchemaEditorClass(connection, collect_sql=True)
    for one in model._meta.constraints:
        if isinstance(one, models.UniqueConstraint) and one.expressions:
            _, _, wanted = str(one.create_sql(model, editor)).partition(" ON ")
            table = model._meta.db_table
            if _bare(wanted) != _bare(f"{table}{given.get(one.name, '')}"):
                yield _missing("constraint", table, one.name)


def _bare(expression: str) -> str:
    """An expression without brackets, quotes, blanks and types."""
    return re.sub(r"::\w+|[\s()\"]", "", expression).lower()


def _check_refusals(model: type[models.Model], found: dict[str, Any]) -> Iterator[Finding]:
    """Whatever else refuses rows; an index that only makes something faster is an operator's affair."""
    meta, fields = model._meta, model._meta.local_concrete_fields
    named = {one.name for one in meta.constraints}
    uniques: set[tuple[str, ...]] = {(str(field.column),) for field in fields if field.unique}
    uniques |= {tuple(str(meta.get_field(name).column) for name in names) for names in meta.unique_together}  # type: ignore[union-attr]
    checked = [(str(field.column),) for field in fields if field.db_check(connection)]
    for name, one in found.items():
        columns, target = tuple(one["columns"]), one["foreign_key"]
        is_reference = any((str(field.column),) == columns and _target(field) == target for field in fields)
        is_ours = is_reference if target else columns in (checked if one["check"] else uniques)
        if name in named or not (target or one["check"] or one["unique"]):
            continue
        if not is_ours:
            yield _foreign(meta.db_table, name)
        elif one["check"]:
            # Each column has one of its own.
            checked.remove(columns)


def _target(field: Any) -> tuple[str, str] | None:
    """The table and the column to which a column refers, if the database is to see to that."""
    if not getattr(field, "db_constraint", False):
        return None
    return field.target_field.model._meta.db_table, field.target_field.column


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
