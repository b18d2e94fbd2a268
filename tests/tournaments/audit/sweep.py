"""Every column of every table, changed one value at a time behind the site's back."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.apps import apps
from django.db import DataError, IntegrityError, connection, models, transaction

from games.integrity.audit.full_audit import audit
from games.log.guards import lifted_in_test_database
from games.log.guards.tables import guarded_tables
from tests.games.integrity.audit.tampering import _settle
from tests.undoing import undone

AT_MOST = 2
"""How many rows of a table are tried for each column; and one more in which it is null."""
NEAR = 50
"""Among how many rows values are exchanged."""
FURTHER = 4
"""How many values are tried where the database takes none of the first."""


class Change(NamedTuple):
    """One value that is changed, to the first of some others that the database takes."""

    model: type[models.Model]
    field: Any
    key: Any
    others: tuple[Any, ...]

    @property
    def name(self) -> str:
        return f"{self.model._meta.db_table}.{self.field.column}"

    def __str__(self) -> str:
        return f"{self.name} of {self.key} to one of {self.others}"


def tables() -> dict[str, type[models.Model]]:
    """All tables of the site."""
    return {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}


def changes() -> Iterator[Change]:
    """Each column of each table that has rows, in some of them, to null, to something else, and to what another has."""
    for _, model in sorted(tables().items()):
        for field in model._meta.local_concrete_fields:
            for key, value in _rows(model, field):
                for others in _others(field, value):
                    yield Change(model, field, key, others)
            yield from _exchanges(model, field)


def _rows(model: type[models.Model], field: Any) -> list[tuple[Any, Any]]:
    rows, is_null = model._default_manager.order_by("pk"), {f"{field.name}__isnull": True}
    some = rows.exclude(**is_null).values_list("pk", field.attname)[:AT_MOST]
    return [*some, *rows.filter(**is_null).values_list("pk", field.attname)[:1]]


def _exchanges(model: type[models.Model], field: Any) -> Iterator[Change]:
    """The last row with what stands in others: a value that is one, only in another place."""
    rows = list(model._default_manager.order_by("-pk").values_list("pk", field.attname)[:NEAR])
    others = tuple(dict.fromkeys(value for _, value in rows if value is not None and value != rows[0][1]))
    if others and not field.primary_key:
        yield Change(model, field, rows[0][0], others[:FURTHER])


def _others(field: Any, value: Any) -> Iterator[tuple[Any, ...]]:
    if field.null and value is not None:
        yield (None,)
    if isinstance(field, models.DateTimeField) and value is not None:
        # Later is another matter than sooner: much is only held not to be too far ahead.
        yield (value - timedelta(hours=1),)
    if isinstance(field, models.IntegerField) and value is not None and not field.is_relation:
        yield (value - 1,)
    if field.is_relation:
        found = field.related_model._default_manager.exclude(**{f"{field.target_field.name}__in": [value]})
        others = tuple(found.order_by("-pk").values_list(field.target_field.attname, flat=True)[:FURTHER])
    else:
        others = tuple(_other_values(field, value))
    if others:
        yield others


def _other_values(field: Any, value: Any) -> Iterator[Any]:
    if isinstance(field, models.BooleanField):
        yield not value
    elif isinstance(field, models.DateTimeField):
        yield (value or datetime(2026, 3, 14, tzinfo=connection.timezone)) + timedelta(days=400)
    elif isinstance(field, models.DateField):
        yield (value or date(2026, 3, 14)) + timedelta(days=400)
    elif isinstance(field, models.FloatField):
        yield (value or 0.0) + 1.5
    elif isinstance(field, models.IntegerField):
        yield from ((value or 0) + step for step in (1, 1001))
    else:
        known = {"status": ("finished", "running", "open", "voided", "closed"), "role": ("owner", "member")}
        text = str(value or "")
        yield from (one for one in known.get(field.name, ()) if one != value)
        yield (text[:-1] if text else "") + ("b" if text[-1:] == "a" else "a")
        yield {"admission": "open"}.get(field.name, "a")


def codes() -> set[str]:
    """The codes of all that the audit finds."""
    return {finding.code for finding in audit().findings}


def named(change: Change) -> set[str] | None:
    """What the audit says of a change, which is taken back; None if the database takes none of the values."""
    for value in change.others:
        with undone():
            try:
                with transaction.atomic():
                    _make(change, value)
            except (IntegrityError, DataError):
                continue
            return codes()
    return None


def _make(change: Change, value: Any) -> None:
    if change.model._meta.db_table not in {table.name for table in guarded_tables()}:
        _update(change, value)
        return
    _settle()
    with lifted_in_test_database(), transaction.atomic():
        _update(change, value)


def _update(change: Change, value: Any) -> None:
    quote, meta = connection.ops.quote_name, change.model._meta
    statement = (
        f"UPDATE {quote(meta.db_table)} SET {quote(change.field.column)} = %s WHERE {quote(str(meta.pk.column))} = %s"
    )
    stored = change.field.get_db_prep_save(value, connection)
    with connection.cursor() as cursor:
        cursor.execute(statement, [stored, change.key])
        assert cursor.rowcount == 1, change
    _settle()
