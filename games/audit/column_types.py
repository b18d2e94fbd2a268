"""Values of a type that their column should not hold: PostgreSQL refuses them, SQLite stores whatever it is given.

What Django reads from such a value may be what the log gives, and what a condition in SQL makes of it something else:
-1 is read as false but counts as true, and 1 is read as no time at all but comes before every time.
"""

from collections.abc import Iterator
from typing import Any, Final

from django.apps import apps
from django.db import connection, models

from engine.errors import as_json
from games.audit.findings import Finding
from games.audit.reading import stream

_SECOND: Final = "0000-00-00 00:00:00".replace("0", "[0-9]")
_FRACTION: Final = ".000000".replace("0", "[0-9]")
"""How Django writes times; whether a time that is written like one is one shows when it is read."""
_ODD: Final = {
    "bool": "{0} NOT IN (0, 1)",
    "datetime": f"(typeof({{0}}) <> 'text' OR {{0}} NOT GLOB '{_SECOND}' AND {{0}} NOT GLOB '{_SECOND}{_FRACTION}')",
    "integer": "typeof({0}) <> 'integer'",
    "text": "typeof({0}) <> 'text'",
}
"""What holds of a value that is neither null nor of its type, in SQL."""
_ELSEWHERE: Final = ("Event",)
"""The models whose every value is held against something else anyway, which is a matter of millions."""
_CODES: Final = {
    "Dispute": "dispute/type",
    "Game": "head/{}",
    "GameCard": "card/type",
    "PlayerGame": "player/type",
    "SeatResult": "result/type",
    "Snapshot": "snapshot/type",
}
"""What can be made anew has the codes by which that is known."""


def check_column_types() -> Iterator[Finding]:
    """Every value of an odd type, row by row."""
    if connection.vendor != "sqlite":
        return
    for model in apps.get_app_config("games").get_models():
        if model.__name__ not in _ELSEWHERE:
            yield from _check(model)


def _check(model: type[models.Model]) -> Iterator[Finding]:
    table, columns = model._meta.db_table, _columns(model)
    odd = {name: f"({name} IS NOT NULL AND {_ODD[kind].format(name)})" for name, kind in columns.items()}
    key, code = model._meta.pk.column, _CODES.get(model.__name__, "value/type")
    game = "game_id" if "game_id" in columns else key if table == "games_game" else "NULL"
    asked = f"SELECT {key}, {game}, {', '.join(odd.values())} FROM {table} WHERE {' OR '.join(odd.values())}"  # noqa: S608
    for row, owner, *are_odd in stream(f"{asked} ORDER BY {key}"):
        for name, is_odd in zip(columns, are_odd, strict=True):
            if is_odd:
                sentence = f"Row {as_json(row)} of {table} holds in “{name}” what is no {columns[name]}."
                yield Finding(code.format(name), sentence, owner if isinstance(owner, str) else None)


def _columns(model: type[models.Model]) -> dict[str, str]:
    """The columns of a model, and of what type each is."""
    return {str(field.column): _kind(field) for field in model._meta.concrete_fields}


def _kind(field: Any) -> str:
    if isinstance(field, models.ForeignKey):
        return _kind(field.target_field)
    if isinstance(field, models.BooleanField):
        return "bool"
    if isinstance(field, models.DateTimeField):
        return "datetime"
    return "integer" if isinstance(field, models.IntegerField) else "text"
