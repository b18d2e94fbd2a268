"""Rows for the guarded tables, written past the application: what would continue them, and statements that store it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import DatabaseError, connection, models, transaction

from engine.log import FIRST_PREVIOUS, chain_hash
from games.log.models import Checkpoint, CheckpointLeaf, Event

IS_SQLITE = connection.vendor == "sqlite"
GUARDED: tuple[type[models.Model], ...] = (Event, Checkpoint, CheckpointLeaf)


def execute(statement: str, *values: Any) -> None:
    """Do something in plain SQL."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def stored() -> list[list[Any]]:
    """Everything that is guarded."""
    return [list(model._default_manager.order_by("pk").values_list()) for model in GUARDED]


@contextmanager
def refused_by_the_database() -> Iterator[None]:
    """The database refuses what is done in the block, and nothing has changed."""
    before = stored()
    with pytest.raises(DatabaseError), transaction.atomic():
        yield
    assert stored() == before


@contextmanager
def refused_by_a_guard(table: str, does: str) -> Iterator[None]:
    """The guard of a table refuses what is done in the block, and nothing has changed."""
    before = stored()
    with pytest.raises(DatabaseError) as caught, transaction.atomic():
        yield
    assert f"{table} is append-only: {does} refused" in str(caught.value)
    assert stored() == before


def next_event(game: str, **changes: Any) -> dict[str, Any]:
    """The columns of an event that would continue the log of a game."""
    last = Event.objects.filter(game=game).order_by("-seq").first()
    seq, previous = (last.seq + 1, last.hash) if last else (1, FIRST_PREVIOUS)
    body = f'{{"seq":{seq}}}'
    return {
        "game_id": game,
        "seq": seq,
        "kind": "bomb",
        "seat": 0,
        "body": body,
        "actor": "system",
        "at": "2026-11-16T09:00:00.000000Z",
        "command_id": None,
        "command_hash": None,
        "prev_hash": previous,
        "hash": chain_hash(previous, body),
        **changes,
    }


def next_leaf(game: str, **changes: Any) -> dict[str, Any]:
    """The columns of a leaf that would continue the last checkpoint."""
    last = Checkpoint.objects.order_by("-number").first()
    number = last.number if last else None
    position = CheckpointLeaf.objects.filter(checkpoint=number).count()
    return {"checkpoint_id": number, "position": position, "game_id": game, "seq": 1, "hash": "a" * 64, **changes}


def next_checkpoint(**changes: Any) -> dict[str, Any]:
    """The columns of a checkpoint that would come next."""
    number = Checkpoint.objects.count() + 1
    return {"number": number, "at": "2026-11-16T09:00:00.000000Z", "note": "a note", "size": 2, **changes}


def insert(table: str, *rows: dict[str, Any], verb: str = "INSERT INTO", ending: str = "") -> None:
    """Store rows in one statement."""
    columns = list(rows[0])
    marks = ", ".join(f"({', '.join(['%s'] * len(columns))})" for _ in rows)
    values = [row[column] for row in rows for column in columns]
    execute(f"{verb} {table} ({', '.join(columns)}) VALUES {marks} {ending}", *values)
