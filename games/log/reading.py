"""A stored log as records show it: the fields of each event, and the record that the engine replays."""

from typing import Any

from engine.protocol import Json
from engine.records import FORMAT, Record, read_record
from games.log.chaining import Row, rows_of_kinds, rows_since
from games.log.disputes import KINDS, Case, case_of
from games.log.entries import fields_of


def read_log(game: str) -> list[Row]:
    """All stored events of a game."""
    return rows_since(game, 0)


def read_case(game: str) -> Case:
    """The disputes and rulings of a game."""
    return case_of(rows_of_kinds(game, KINDS))


def shown(row: Row) -> Json:
    """An event as a record shows it."""
    return {**fields_of(row.entry), "seq": row.seq}


def record_of(rows: list[Row], **more: Any) -> Record:
    """The record that a log makes, for whatever takes records."""
    created = rows[0].entry.data
    named = {"format": FORMAT, "game": created["key"]}
    header = {name: value for name, value in created.items() if name not in ("key", "dice", "seats", "clock")}
    return read_record({**header, **named, **more, "events": [shown(row) for row in rows]})
