"""Values of a type that their column should not hold: PostgreSQL refuses them, SQLite stores whatever it is given.

What Django reads from such a value may be what the log gives, and what a condition in SQL makes of it something else:
-1 is read as false but counts as true, and 1 is read as no time at all but comes before every time.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.db import connection, models

from engine.errors import as_json
from games.audit.findings import Finding
from games.audit.reading import stream

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


class Tables(NamedTuple):
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


GAMES: Final = Tables(
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


def check_column_types(tables: Tables = GAMES) -> Iterator[Finding]:
    """Every value of an odd type in the tables of an app, row by row."""
    if connection.vendor != "sqlite":
        return
    for model in apps.get_app_config(tables.app).get_models():
        if model.__name__ not in tables.elsewhere:
            yield from _check(model, tables)


def _check(model: type[models.Model], tables: Tables) -> Iterator[Finding]:
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


def _owners(model: type[models.Model], columns: Collection[str], tables: Tables) -> tuple[str, str]:
    """To which game and to which tournament a row belongs, in SQL."""
    key = _quoted(str(model._meta.pk.column))
    game = "game_id" if "game_id" in columns else key if model.__name__ == "Game" else "NULL"
    own = "tournament_id" if "tournament_id" in columns else key if model.__name__ == "Tournament" else "NULL"
    return game, tables.tournaments.get(model.__name__, own)


def _code(model: type[models.Model], column: str, tables: Tables) -> str:
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
    return {str(field.column): _kind(field) for field in model._meta.concrete_fields}


def _kind(field: Any) -> str:
    if isinstance(field, models.ForeignKey):
        return _kind(field.target_field)
    if isinstance(field, models.BooleanField):
        return "bool"
    if isinstance(field, models.DateField):
        return "datetime" if isinstance(field, models.DateTimeField) else "date"
    if isinstance(field, models.FloatField):
        return "float"
    return "integer" if isinstance(field, models.IntegerField) else "text"
