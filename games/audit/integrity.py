"""Whether the database itself is sound: its pages, its indexes against its tables, and what rows refer to.

The site finds rows through indexes, and so does the audit. A bit that has changed in one of the two only would be seen
by some readers and not by others: the database is asked to compare all of them.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.db import Error, connection, models

from games.audit.findings import Finding, Report
from games.audit.reading import apart, stream
from games.storage_faults import is_out_of_reach

MOST: Final = 1000
"""How many faults of one database are named."""
_WRITE_VERSION: Final = 18
"""At which byte SQLite's file says which version of its format writers must know."""
_NEWEST_WRITE_VERSION: Final = 2
_CHECKABLE: Final = (
    "SELECT bool_and(has_function_privilege(p.oid, 'EXECUTE')) FROM pg_extension e"
    " JOIN pg_depend d ON d.refobjid = e.oid AND d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'"
    " JOIN pg_proc p ON p.oid = d.objid AND d.classid = 'pg_proc'::regclass"
    " WHERE e.extname = 'amcheck' AND p.proname IN ('bt_index_check', 'verify_heapam')"
)
_INDEXES: Final = (
    "SELECT c.oid, c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam"
    " WHERE a.amname = 'btree' AND c.relnamespace = current_schema()::regnamespace AND c.relpersistence = 'p'"
    " AND i.indisready AND i.indisvalid ORDER BY c.relname"
)
_TABLES: Final = (
    "SELECT oid, relname FROM pg_class WHERE relkind = 'r' AND relpersistence = 'p'"
    " AND relnamespace = current_schema()::regnamespace ORDER BY relname"
)
_LOGGED: Final = ("Event", "TournamentEvent", "CheckpointLeaf", "TournamentLeaf")
"""The models of logs and of what vouches for them: of these it is found in any case whether their logs are there."""


def check_integrity() -> Report:
    """What the database says of itself, and every row that refers to another one that is not there."""
    report = Report()
    try:
        (_ask_sqlite if connection.vendor == "sqlite" else _ask_postgresql)(report)
        with apart():
            report.add(_check_references())
    except (Error, ValueError) as error:
        if is_out_of_reach(error):
            raise
        report.add([damaged(str(error))])
    return report


def damaged(reason: str) -> Finding:
    """That the database is not what it should be, in its own words."""
    return Finding("database/damaged", f"The database says of itself: {' '.join(reason.split()).rstrip('.')}.")


def unknown_write_version() -> Iterator[Finding]:
    """That the header of SQLite's file names a write version that does not exist: SQLite then only reads the file. To
    be asked once nothing else can be, since opening the file ends the locks of this process on it."""
    path = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor == "sqlite" and path.is_file():
        connection.close()
        with path.open("rb") as file:
            version = file.read(_WRITE_VERSION + 1)[_WRITE_VERSION]
        if version > _NEWEST_WRITE_VERSION:
            yield damaged(f"its header asks for write version {version}, which does not exist")


def _ask_sqlite(report: Report) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA integrity_check({MOST})")
        report.add(damaged(str(row)) for (row,) in cursor.fetchall() if row != "ok")


def _ask_postgresql(report: Report) -> None:
    """Only with `amcheck`, which is for the owner of the database to install, and for those to whom it is granted."""
    [[may_check]] = stream(_CHECKABLE)
    if not may_check:
        reason = "is not installed" if may_check is None else "may not be used by this role"
        sentence = f"PostgreSQL's own pages and indexes were not checked: the extension amcheck {reason}."
        report.remarks.append(Finding("database/unchecked", sentence))
        return
    for oid, name in list(stream(_TABLES)):
        # Sequences that are read without a look at the visibility of rows leave out what toast tables hold.
        report.add(_asked(name, "SELECT msg FROM verify_heapam(%s::regclass, on_error_stop => true)", oid))
    for oid, name in list(stream(_INDEXES)):
        report.add(_asked(name, "SELECT NULL WHERE bt_index_check(%s::regclass, true) IS NULL", oid))


def _asked(name: str, statement: str, oid: int) -> Iterator[Finding]:
    """What the server finds in one table or index: it tells faults of tables as rows, those of indexes as errors."""
    try:
        with apart():
            found = [row for (row,) in stream(statement, [oid]) if row is not None]
    except Error as error:
        if is_out_of_reach(error):
            raise
        found = [str(error)]
    yield from (damaged(f"{name}: {one}") for one in found)


def _check_references() -> Iterator[Finding]:
    """Every row that refers to one that is not there: a database can be told not to mind."""
    for model in apps.get_models():
        fields: list[Any] = [] if model.__name__ in _LOGGED else list(model._meta.concrete_fields)
        for field in fields:
            if field.is_relation and field.db_constraint:
                yield from _check_reference(model, field)


def _check_reference(model: type[models.Model], field: Any) -> Iterator[Finding]:
    quote = connection.ops.quote_name
    table, target = model._meta.db_table, field.target_field
    statement = (
        f"SELECT count(*) FROM {quote(table)} t LEFT JOIN {quote(target.model._meta.db_table)} r"  # noqa: S608
        f" ON r.{quote(target.column)} = t.{quote(field.column)}"
        f" WHERE t.{quote(field.column)} IS NOT NULL AND r.{quote(target.column)} IS NULL"
    )
    [[number]] = stream(statement)
    if number:
        sentence = f"In {number} rows of {table} “{field.column}” names what is not there."
        yield Finding("leftover/reference", sentence)
