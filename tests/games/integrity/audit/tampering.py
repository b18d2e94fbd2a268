"""Changing the database behind the application's back, past the guards, which are back in their places afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import connection

from engine.log import chain_hash, read_body, write_body
from games.integrity.audit.batches import EVERYTHING, Selection
from games.integrity.audit.full_audit import audit
from games.log.event_store import CommandSignature, tie_command
from games.log.guards import lifted_in_test_database
from games.log.models import Event, Game, Snapshot
from games.log.state_cache import seal_snapshot

IS_SQLITE = connection.vendor == "sqlite"


class Named(NamedTuple):
    """What the audit has named: a code and where."""

    code: str
    game: str | None = None
    seq: int | None = None
    checkpoint: int | None = None


def found(selection: Selection = EVERYTHING) -> set[Named]:
    """Everything that the audit names."""
    return {Named(finding.code, finding.game, finding.seq, finding.checkpoint) for finding in audit(selection).findings}


@contextmanager
def around_the_guards() -> Iterator[None]:
    """What is done in the block is refused by no guard."""
    _settle()
    with lifted_in_test_database():
        yield
        _settle()


def _settle() -> None:
    """PostgreSQL changes no table while foreign keys in it are still to be checked."""
    if connection.vendor == "postgresql":
        execute("SET CONSTRAINTS ALL IMMEDIATE")
        execute("SET CONSTRAINTS ALL DEFERRED")


def execute(statement: str, *values: Any) -> None:
    """Do something in plain SQL."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def change(table: str, values: dict[str, Any], **where: Any) -> None:
    """Change the columns of some rows, past the guards; something must have been changed."""
    wanted = " AND ".join(f"{column} = %s" for column in where)
    assigned = ", ".join(f"{column} = %s" for column in values)
    with around_the_guards(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET {assigned} WHERE {wanted}", [*values.values(), *where.values()])
        assert cursor.rowcount > 0


def change_event(game: str, seq: int, **values: Any) -> None:
    """Change the columns of one event."""
    change("games_event", values, game_id=game, seq=seq)


def delete(table: str, **where: Any) -> None:
    """Delete some rows, past the guards."""
    wanted = " AND ".join(f"{column} = %s" for column in where)
    with around_the_guards(), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE {wanted}", list(where.values()))
        assert cursor.rowcount > 0


def event(game: str, seq: int) -> Event:
    """A stored event."""
    return Event.objects.get(game=game, seq=seq)


def length(game: str) -> int:
    """How many events a log has."""
    return Event.objects.filter(game=game).count()


def other(character: str) -> str:
    """A character like this one, but another."""
    return {"9": "8", "z": "y", "}": "{"}.get(character, chr(ord(character) + 1))


def changed(text: str, at: int) -> str:
    """A text with one character changed."""
    return text[:at] + other(text[at]) + text[at + 1 :]


def rewrite(game: str, seq: int, body: str) -> None:
    """Exchange the text of an event, and make everything fit again that can be reckoned."""
    events = list(Event.objects.filter(game=game, seq__gte=seq).order_by("seq"))
    previous = events[0].prev_hash
    events[0].body = body
    for one in events:
        one.prev_hash, one.hash = previous, chain_hash(previous, one.body)
        previous = one.hash
        if one.command_id is not None and one.command_hash is not None:
            one.command_hash = tie_command(CommandSignature(one.command_id, one.command_hash), one.hash)
    with around_the_guards():
        Event.objects.bulk_update(events, ["body", "prev_hash", "hash", "command_hash"])
    Game.objects.filter(pk=game).update(head_hash=previous)
    links = {one.seq: one.hash for one in events}
    for snapshot in Snapshot.objects.filter(game=game, seq__in=links):
        link = links[snapshot.seq]
        seal = seal_snapshot(game, snapshot.seq, link, snapshot.state)
        Snapshot.objects.filter(game=game).update(hash=link, seal=seal)


def remake(game: str, seq: int, **values: Any) -> None:
    """Let an event say something else, and make everything fit again that can be reckoned."""
    stored = read_body(event(game, seq).body)
    columns = {name: value for name, value in values.items() if name != "data"}
    told = {name: value for name, value in values.items() if not name.startswith("command_")}
    if columns:
        change_event(game, seq, **columns)
    rewrite(game, seq, write_body(**{**stored, **told}))


def named_in(game: str) -> set[Named]:
    """Everything that the audit names in one game, but that checkpoints vouch for something else."""
    return {one for one in found(Selection(games=(game,))) if one.code != "checkpoint/leaf"}


def cut(game: str, events: int) -> None:
    """Cut the last events off a log and their snapshot, and let the row of the game end where the log does."""
    last = event(game, length(game) - events)
    with around_the_guards():
        execute("DELETE FROM games_event WHERE game_id = %s AND seq > %s", game, last.seq)
    Game.objects.filter(pk=game).update(seq=last.seq, head_hash=last.hash, last_at=last.at)
    Snapshot.objects.filter(game=game, seq__gt=last.seq).delete()
