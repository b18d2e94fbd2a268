"""Appends events to the log of a game as links of its hash chain, and reads them back: as rows, or as a record."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from django.db import connection

from engine.log import chain_hash, read_body, write_body
from engine.protocol import Json
from engine.records import FORMAT, Record, read_record
from games.log.entries import Entry, Link, fields_of


class CommandSignature(NamedTuple):
    """By what a command is known again: the name its sender gave it, and a hash of what it said that only this site can
    make."""

    id: str
    hash: str


HALF_HASH = 32
"""Hexadecimal digits: 128 bits are enough to tell two commands apart."""


def tie_command(signature: CommandSignature, link: str) -> str:
    """What is stored of a command beside its name: half of the hash of what it said, and half of a hash that ties both
    to their event, because they are not in the text that the chain holds."""
    said = signature.hash[:HALF_HASH]
    return said + sha256(f"brikks-command/1|{link}|{signature.id}|{said}".encode()).hexdigest()[:HALF_HASH]


class StoredCommand(NamedTuple):
    """An event that is in a log, as far as its chain goes."""

    seq: int
    hash: str
    command_hash: str

    def answers(self, signature: CommandSignature) -> bool:
        """Whether it was made by this very command, not by another one of the same name."""
        return self.command_hash[:HALF_HASH] == signature.hash[:HALF_HASH]


_COLUMNS = "game_id, seq, kind, seat, body, actor, at, command_id, command_hash, prev_hash, hash"
_ROW = f"({', '.join(['%s'] * 11)})"
_APPEND = f"INSERT INTO games_event ({_COLUMNS}) VALUES "  # noqa: S608
_COMMAND = "SELECT seq, hash, command_hash FROM games_event WHERE game_id = %s AND command_id = %s"
_SINCE = "SELECT seq, prev_hash, hash, body FROM games_event WHERE game_id = %s AND seq > %s ORDER BY seq"
_OF_KINDS = "SELECT seq, prev_hash, hash, body FROM games_event WHERE game_id = %s AND kind IN ({}) ORDER BY seq"


def chain_entries(game: str, seq: int, previous: str, entries: Iterable[Entry], at: str) -> Iterator[Link]:
    """The links that continue a chain after an event with this seq and hash."""
    for entry in entries:
        seq += 1
        kind, seat, data, actor = entry
        body = write_body(game=game, seq=seq, kind=kind, seat=seat, data=data, actor=actor, at=at)
        link = chain_hash(previous, body)
        yield Link(seq, entry, at, body, previous, link)
        previous = link


def append_events(game: str, links: Sequence[Link], signature: CommandSignature | None) -> None:
    """Add links to the log; the first of them is the one that the command asked for."""
    values: list[str | int | None] = []
    for at, (seq, entry, time, body, previous, link) in enumerate(links):
        command = (signature.id, tie_command(signature, link)) if signature and at == 0 else (None, None)
        values += [game, seq, entry.kind, entry.seat, body, entry.actor, time, *command, previous, link]
    with connection.cursor() as cursor:
        cursor.execute(_APPEND + ", ".join([_ROW] * len(links)), values)


def find_command(game: str, command_id: str) -> StoredCommand | None:
    """The event that a command has made, if it was given before."""
    with connection.cursor() as cursor:
        cursor.execute(_COMMAND, [game, command_id])
        row = cursor.fetchone()
    return StoredCommand(*row) if row else None


class StoredEvent(NamedTuple):
    """A stored event, read back."""

    seq: int
    previous: str
    hash: str
    entry: Entry
    at: str


def events_since(game: str, seq: int, most: int | None = None) -> list[StoredEvent]:
    """The stored events after one with this seq, the first so many if a number is given."""
    values: list[str | int] = [game, seq]
    if most is not None:
        values.append(most)
    with connection.cursor() as cursor:
        cursor.execute(_SINCE if most is None else f"{_SINCE} LIMIT %s", values)
        found = cursor.fetchall()
    return [_stored_event(number, previous, link, read_body(body)) for number, previous, link, body in found]


def events_of_kinds(game: str, kinds: Sequence[str]) -> list[StoredEvent]:
    """The stored events of some kinds."""
    with connection.cursor() as cursor:
        cursor.execute(_OF_KINDS.format(", ".join(["%s"] * len(kinds))), [game, *kinds])
        found = cursor.fetchall()
    return [_stored_event(number, previous, link, read_body(body)) for number, previous, link, body in found]


def _stored_event(seq: int, previous: str, link: str, body: Json) -> StoredEvent:
    entry = Entry(body["kind"], body["seat"], body["data"], body["actor"])
    return StoredEvent(seq, previous, link, entry, body["at"])


def read_log(game: str) -> list[StoredEvent]:
    """All stored events of a game."""
    return events_since(game, 0)


def event_as_recorded(row: StoredEvent) -> Json:
    """An event as a record shows it."""
    return {**fields_of(row.entry), "seq": row.seq}


def record_of(rows: list[StoredEvent], **more: Any) -> Record:
    """The record that a log makes, for whatever takes records."""
    created = rows[0].entry.data
    named = {"format": FORMAT, "game": created["key"]}
    header = {name: value for name, value in created.items() if name not in ("key", "dice", "seats", "clock")}
    return read_record({**header, **named, **more, "events": [event_as_recorded(row) for row in rows]})
