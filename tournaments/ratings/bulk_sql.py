"""Many rows at once, in the way that is fastest on each database."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias, TypeVar

from django.db import connection
from django.db.models import Field, Model

VALUES_AT_ONCE: Final = 5000
"""How many values one statement names; SQLite takes no more than some ten thousands."""
_OFFSET: Final = len("+00:00")
T = TypeVar("T")
Table: TypeAlias = type[Model]
Row: TypeAlias = Sequence[Any]
"""The values of some fields in their order, times as `adapt` gives them."""


def insert(table: Table, names: Sequence[str], rows: Sequence[Row]) -> None:
    """Store rows that are not there yet."""
    if not rows:
        return
    fields = [_field(table, name) for name in names]
    columns = _listed(fields)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table._meta.db_table} ({columns}) FROM STDIN (FORMAT BINARY)") as out:
                out.set_types([str(field.db_type(connection)).partition("(")[0] for field in fields])
                for row in rows:
                    out.write_row(row)
        else:
            cursor.executemany(_inserting(table, fields), rows)


def upsert(table: Table, names: Sequence[str], rows: Sequence[Row], unique: Sequence[str]) -> None:
    """Store rows, each in the place of the one with the same values in the unique fields."""
    if not rows:
        return
    fields = [_field(table, name) for name in names]
    keys = [str(_field(table, name).column) for name in unique]
    changed = ", ".join(f"{field.column} = excluded.{field.column}" for field in fields if field.column not in keys)
    ending = f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changed}"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_unnesting(table, fields) + ending, [list(column) for column in zip(*rows, strict=True)])
        else:
            cursor.executemany(_inserting(table, fields) + ending, rows)


def select_among(statement: str, values: Sequence[Any], among: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """The rows of a statement in which `{among}` stands for a list of values, however many."""
    with connection.cursor() as cursor:
        for part in portions(among, VALUES_AT_ONCE):
            cursor.execute(statement.format(among=", ".join(["%s"] * len(part))), [*values, *part])
            yield from cursor.fetchall()


def portions(things: Sequence[T], most: int) -> Iterator[Sequence[T]]:
    """Some at a time."""
    return (things[at : at + most] for at in range(0, len(things), most))


def adapt(value: Any) -> Any:
    """A value as statements of this database take it: SQLite keeps times as text in UTC, as Django writes it."""
    return adapter()(value) if isinstance(value, datetime) else value


def adapter() -> Callable[[datetime], Any]:
    """What does that with a time, for those who have many."""
    return _as_text if connection.vendor == "sqlite" else _as_it_is


def _as_it_is(at: datetime) -> datetime:
    return at


def _as_text(at: datetime) -> str:
    return (at if at.tzinfo is UTC else at.astimezone(UTC)).isoformat(" ")[:-_OFFSET]


def _field(table: Table, name: str) -> "Field[Any, Any]":
    field = table._meta.get_field(name)
    assert isinstance(field, Field)
    return field


def _listed(fields: Sequence["Field[Any, Any]"]) -> str:
    return ", ".join(str(field.column) for field in fields)


def _inserting(table: Table, fields: Sequence["Field[Any, Any]"]) -> str:
    places = ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {table._meta.db_table} ({_listed(fields)}) VALUES ({places})"  # noqa: S608 - names of our own


def _unnesting(table: Table, fields: Sequence["Field[Any, Any]"]) -> str:
    arrays = ", ".join(f"%s::{field.db_type(connection)}[]" for field in fields)
    return f"INSERT INTO {table._meta.db_table} ({_listed(fields)}) SELECT * FROM unnest({arrays})"  # noqa: S608
