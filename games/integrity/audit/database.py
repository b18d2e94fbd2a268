"""Whether the database itself is sound: its pages, its indexes against its tables, what rows refer to, and whether
columns hold values of their type.

The site finds rows through indexes, and so does the audit. A bit that has changed in one of the two only would be seen
by some readers and not by others: the database is asked to compare all of them.

PostgreSQL refuses values of another type, SQLite stores whatever it is given. What Django reads from such a value may
be what the log gives, and what a condition in SQL makes of it something else: -1 is read as false but counts as true,
and 1 is read as no time at all but comes before every time.
"""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.db import Error, connection, models

from engine.errors import as_json
from games.integrity.audit.findings import Finding, Report
from games.log.steady_reads import in_savepoint, stream
from games.log.storage_faults import is_out_of_reach

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
        with in_savepoint():
            report.add(_check_references())
    except (Error, ValueError) as error:
        if is_out_of_reach(error):
            raise
        report.add([damaged_database(str(error))])
    return report


def damaged_database(reason: str) -> Finding:
    """That the database is not what it should be, in its own words."""
    return Finding("database/damaged", f"The database says of itself: {' '.join(reason.split()).rstrip('.')}.")


def unknown_write_version() -> Iterator[Finding]:
    """That the header of SQLite's file names a write version that does not exist: SQLite then only reads the file. To
    be asked once nothing else can be, since opening the file ends the locks of this process on it."""
    path = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor == "sqlite" and path.is_file():
        connection.close()
        with path.open("rb") as file:
            header = file.read(_WRITE_VERSION + 1)
        version = header[_WRITE_VERSION] if len(header) > _WRITE_VERSION else 0
        if version > _NEWEST_WRITE_VERSION:
            yield damaged_database(f"its header asks for write version {version}, which does not exist")


def _ask_sqlite(report: Report) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA integrity_check({MOST})")
        report.add(damaged_database(str(row)) for (row,) in cursor.fetchall() if row != "ok")


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
        with in_savepoint():
            found = [row for (row,) in stream(statement, [oid]) if row is not None]
    except Error as error:
        if is_out_of_reach(error):
            raise
        found = [str(error)]
    yield from (damaged_database(f"{name}: {one}") for one in found)


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


_DAY: Final = "0000-00-00".replace("0", "[0-9]")
_SECOND: Final = "0000-00-00 00:00:00".replace("0", "[0-9]")
_FRACTION: Final = ".000000".replace("0", "[0-9]")
"""How Django writes times; whether a time that is written like one is one shows when it is read."""
_ODD: Final = {
    "bool": "{0} NOT IN (0, 1)",
    "date": f"(typeof({{0}}) <> 'text' OR {{0}} NOT GLOB '{_DAY}')",
    "datetime": f"(typeof({{0}}) <> 'text' OR {{0}} NOT GLOB '{_SECOND}' AND {{0}} NOT GLOB '{_SECOND}{_FRACTION}')",
    "float": "typeof({0}) <> 'real'",
    "integer": "typeof({0}) <> 'integer'",
    "text": "typeof({0}) <> 'text'",
}
"""What holds of a value that is neither null nor of its type, in SQL."""


class AuditedTables(NamedTuple):
    """The tables of an app, and how what is found in them is told."""

    app: str
    elsewhere: Collection[str] = ()
    """The models whose every value is held against something else anyway, which is a matter of millions."""
    codes: Mapping[str, str] = {}
    """What can be made anew has the codes by which that is known; with the name of the column where they say so."""
    kept: Mapping[str, Collection[str]] = {}
    """The columns of these that nothing says anew, or by which what is made anew finds its rows."""
    tournaments: Mapping[str, str] = {}
    """To which tournament a row belongs that does not say so itself, in SQL."""


GAME_TABLES: Final = AuditedTables(
    "games",
    elsewhere=("Event",),
    codes={
        "Dispute": "dispute/type",
        "Game": "head/{}",
        "GameCard": "card/type",
        "PlayerGame": "player/type",
        "SeatResult": "result/type",
        "Snapshot": "snapshot/type",
    },
)


def check_column_types(tables: AuditedTables = GAME_TABLES) -> Iterator[Finding]:
    """Every value of an odd type in the tables of an app, row by row."""
    if connection.vendor != "sqlite":
        return
    for model in apps.get_app_config(tables.app).get_models():
        if model.__name__ not in tables.elsewhere:
            yield from _check_columns_of(model, tables)


def _check_columns_of(model: type[models.Model], tables: AuditedTables) -> Iterator[Finding]:
    table, columns, key = model._meta.db_table, columns_of(model), str(model._meta.pk.column)
    odd = {
        name: f"({_quoted(name)} IS NOT NULL AND {_ODD[kind].format(_quoted(name))})" for name, kind in columns.items()
    }
    asked = ", ".join((_quoted(key), *_owners(model, columns, tables), *odd.values()))
    statement = f"SELECT {asked} FROM {table} WHERE {' OR '.join(odd.values())} ORDER BY {_quoted(key)}"  # noqa: S608
    for row, game, tournament, *are_odd in stream(statement):
        for name, is_odd in zip(columns, are_odd, strict=True):
            if is_odd:
                sentence = f"Row {as_json(row)} of {table} holds in “{name}” what is no {columns[name]}."
                yield Finding(_code(model, name, tables), sentence, _id(game), tournament=_id(tournament))


def _owners(model: type[models.Model], columns: Collection[str], tables: AuditedTables) -> tuple[str, str]:
    """To which game and to which tournament a row belongs, in SQL."""
    key = _quoted(str(model._meta.pk.column))
    game = "game_id" if "game_id" in columns else key if model.__name__ == "Game" else "NULL"
    own = "tournament_id" if "tournament_id" in columns else key if model.__name__ == "Tournament" else "NULL"
    return game, tables.tournaments.get(model.__name__, own)


def _code(model: type[models.Model], column: str, tables: AuditedTables) -> str:
    is_kept = column in tables.kept.get(model.__name__, ())
    return "value/type" if is_kept else tables.codes.get(model.__name__, "value/type").format(column)


def _id(value: object) -> str | None:
    """What a row says of whose it is, as far as that can be believed."""
    return value if isinstance(value, str) else None


def _quoted(column: str) -> str:
    """A column whose name may be a word of SQL."""
    return connection.ops.quote_name(column)


def columns_of(model: type[models.Model]) -> dict[str, str]:
    """The columns of a model, and of what type each is."""
    return {str(field.column): _type_of(field) for field in model._meta.concrete_fields}


def _type_of(field: Any) -> str:
    if isinstance(field, models.ForeignKey):
        return _type_of(field.target_field)
    if isinstance(field, models.BooleanField):
        return "bool"
    if isinstance(field, models.DateField):
        return "datetime" if isinstance(field, models.DateTimeField) else "date"
    if isinstance(field, models.FloatField):
        return "float"
    return "integer" if isinstance(field, models.IntegerField) else "text"
