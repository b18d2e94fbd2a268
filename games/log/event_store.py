"""The event store: appends events to a log as links of its hash chain, knows commands again that were given before,
and reads events back.

One store for all sorts of logs (`games.log.log_sorts`); where none is named, the log is that of a game.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from django.db import connection

from engine.log import chain_hash, read_body, write_body
from engine.protocol import Json
from engine.records import FORMAT, Record, read_record
from games.extension import LogSort
from games.log.entries import Entry, Link, fields_of
from games.log.log_sorts import GAME_LOGS, statements_of
from games.log.steady_reads import stream
from games.refusals import Conflict


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


def chain_entries(log: str, seq: int, previous: str, entries: Iterable[Entry], at: str) -> Iterator[Link]:
    """The links that continue a chain after an event with this seq and hash."""
    for entry in entries:
        seq += 1
        kind, seat, data, actor = entry
        body = write_body(game=log, seq=seq, kind=kind, seat=seat, data=data, actor=actor, at=at)
        link = chain_hash(previous, body)
        yield Link(seq, entry, at, body, previous, link)
        previous = link


def append_events(
    log: str, links: Sequence[Link], signature: CommandSignature | None, logs: LogSort = GAME_LOGS
) -> None:
    """Add links to a log; the first of them is the one that the command asked for."""
    statements = statements_of(logs)
    most = statements.most_at_once
    with connection.cursor() as cursor:
        for first in range(0, len(links), most):
            some = links[first : first + most]
            values = _values_of(log, some, None if first else signature, statements.has_seats)
            cursor.execute(statements.insert(len(some)), values)


def _values_of(
    log: str, links: Sequence[Link], signature: CommandSignature | None, has_seats: bool
) -> list[str | int | None]:
    """The columns of some links, one after the other."""
    values: list[str | int | None] = []
    for at, (seq, entry, time, body, previous, link) in enumerate(links):
        command = (signature.id, tie_command(signature, link)) if signature and at == 0 else (None, None)
        values += [log, seq, entry.kind, body, entry.actor, time, *command, previous, link]
        if has_seats:
            values.append(entry.seat)
    return values


def find_command(log: str, command_id: str, logs: LogSort = GAME_LOGS) -> StoredCommand | None:
    """The event that a command has made, if it was given before."""
    with connection.cursor() as cursor:
        cursor.execute(statements_of(logs).find_command, [log, command_id])
        row = cursor.fetchone()
    return StoredCommand(row[0], row[1], row[2] or "") if row else None


def find_known_command(log: str, signature: CommandSignature, logs: LogSort = GAME_LOGS) -> StoredCommand | None:
    """The event that this very command has made; refused if another one had the same name."""
    stored = find_command(log, signature.id, logs)
    if stored is not None and not stored.answers(signature):
        raise Conflict("command/reused", "The command id {id} was already used for something else.", id=signature.id)
    return stored


class StoredEvent(NamedTuple):
    """A stored event, read back."""

    seq: int
    previous: str
    hash: str
    entry: Entry
    at: str


def events_since(log: str, seq: int, most: int | None = None, logs: LogSort = GAME_LOGS) -> list[StoredEvent]:
    """The stored events after one with this seq, the first so many if a number is given."""
    if most is None:
        return _stored_events(statements_of(logs).select_since, [log, seq])
    return _stored_events(statements_of(logs).select_first_since, [log, seq, most])


def events_of_kinds(log: str, kinds: Sequence[str], logs: LogSort = GAME_LOGS) -> list[StoredEvent]:
    """The stored events of some kinds."""
    return _stored_events(statements_of(logs).select_of_kinds(len(kinds)), [log, *kinds])


def read_log(log: str, logs: LogSort = GAME_LOGS) -> list[StoredEvent]:
    """All stored events of a log."""
    return events_since(log, 0, logs=logs)


def _stored_events(statement: str, values: Sequence[str | int]) -> list[StoredEvent]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found = cursor.fetchall()
    return [_stored_event(number, previous, link, read_body(body)) for number, previous, link, body in found]


def _stored_event(seq: int, previous: str, link: str, body: Json) -> StoredEvent:
    return StoredEvent(seq, previous, link, _entry_of_body(body), body["at"])


def _entry_of_body(body: Json) -> Entry:
    return Entry(body["kind"], body["seat"], body["data"], body["actor"])


def read_links(log: str, kinds: Sequence[str] = (), logs: LogSort = GAME_LOGS) -> Iterator[Link]:
    """The stored events of a log one by one with their texts, or those of some kinds."""
    made = statements_of(logs)
    statement, values = (made.select_of_kinds(len(kinds)), [*kinds]) if kinds else (made.select_since, [0])
    for seq, previous, link, text in stream(statement, [log, *values]):
        body = read_body(text)
        yield Link(seq, _entry_of_body(body), body["at"], text, previous, link)


def event_as_recorded(row: StoredEvent) -> Json:
    """An event as a record shows it."""
    return {**fields_of(row.entry), "seq": row.seq}


def record_of(rows: list[StoredEvent], **more: Any) -> Record:
    """The record that a log makes, for whatever takes records."""
    created = rows[0].entry.data
    named = {"format": FORMAT, "game": created["key"]}
    header = {name: value for name, value in created.items() if name not in ("key", "dice", "seats", "clock")}
    return read_record({**header, **named, **more, "events": [event_as_recorded(row) for row in rows]})
