"""The reference: what the services store, with the database's own driver and nothing else.

One transaction for each command: lock the game's row, look for the command's id, chain and insert the events, move the
head on. No rules, no rights, no dice, no projections, no Django.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, Final

import psycopg
from django.db.backends.base.base import BaseDatabaseWrapper

from benchmarks.appending.plans import Step

AT: Final = "2026-11-16T09:00:00.000000Z"
_HEAD: Final = (
    "SELECT id, seq, head_hash, last_at, deal_id, status, awaited, asked_at, due_at, bots_due_at"
    " FROM games_game WHERE id = ?"
)
_COMMAND: Final = "SELECT seq, hash, command_hash FROM games_event WHERE game_id = ? AND command_id = ?"
_INSERT: Final = (
    "INSERT INTO games_event"
    " (game_id, seq, kind, seat, body, actor, at, command_id, command_hash, prev_hash, hash) VALUES "
)
_ROW: Final = f"({', '.join('?' * 11)})"
_MOVE: Final = (
    "UPDATE games_game SET seq = ?, head_hash = ?, last_at = ?, status = ?, awaited = ?, asked_at = ?, due_at = ?,"
    " bots_due_at = ? WHERE id = ?"
)


class RawWriter:
    """Appends by hand-written SQL, on a connection of its own."""

    def __init__(self, database: BaseDatabaseWrapper) -> None:
        self._begin = "BEGIN IMMEDIATE" if database.vendor == "sqlite" else "BEGIN"
        self._run = _sqlite(database) if database.vendor == "sqlite" else _postgresql(database)
        self._lock = _HEAD if database.vendor == "sqlite" else _HEAD + " FOR UPDATE"

    def append(self, step: Step) -> None:
        """Store what a command makes."""
        run = self._run
        run(self._begin, ())
        _, seq, previous, _, _, status, awaited, asked, due, bots_due = run(self._lock, (step.game,)).fetchone()
        assert run(_COMMAND, (step.game, step.id)).fetchone() is None
        values: list[Any] = []
        for event in step.events:
            seq += 1
            body = _body(step.game, seq, event)
            link = sha256(f"brikks-log/1\n{previous}\n{body}".encode()).hexdigest()
            command = (step.id, link) if event is step.events[0] else (None, None)
            values += [step.game, seq, event["kind"], event["seat"], body, "p-1", AT, *command, previous, link]
            previous = link
        run(_INSERT + ", ".join([_ROW] * len(step.events)), values)
        run(_MOVE, (seq, previous, AT, status, awaited, asked, due, bots_due, step.game))
        run("COMMIT", ())


def _body(game: str, seq: int, event: dict[str, Any]) -> str:
    data = {key: value for key, value in event.items() if key not in ("kind", "seat")}
    body = {"actor": "p-1", "at": AT, "data": data, "game": game, "kind": event["kind"], "seat": event["seat"]}
    return json.dumps({**body, "seq": seq}, sort_keys=True, separators=(",", ":"))


Run = Callable[[str, Iterable[Any]], Any]


def _sqlite(database: BaseDatabaseWrapper) -> Run:
    connection = sqlite3.connect(database.settings_dict["NAME"], timeout=20, isolation_level=None)
    connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    return lambda statement, values: connection.execute(statement, tuple(values))


def _postgresql(database: BaseDatabaseWrapper) -> Run:
    named = database.settings_dict
    connection = psycopg.connect(
        host=named["HOST"],
        port=named["PORT"],
        user=named["USER"],
        password=named["PASSWORD"],
        dbname=named["NAME"],
        autocommit=True,
    )
    return lambda statement, values: connection.execute(statement.replace("?", "%s"), tuple(values) or None)
