"""A database with any number of events: some games that were really played, and copies of them.

They are played by a bot that wants to win, so that they are as long as real ones. A copy is a game of its own: another
id, so other texts and other hashes in every event. Only the deal is the same.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import cycle
from typing import Any, Final, NamedTuple, TypeAlias

from django.db import connection, transaction
from django.db.models import AutoField, Model

from engine.log import FIRST_PREVIOUS, chain_hashes
from games.log.event_store import CommandSignature, tie_command
from games.log.models import Event, Game, Snapshot
from games.log.state_cache import seal_snapshot
from games.play.models import GameCard, PlayerGame, SeatResult
from tests.games.integrity.audit.many_games import fill

ORIGINALS: Final = 10_000
"""Events of the games that are played before copies are made."""
AT_ONCE: Final = 200
"""Games in one transaction."""
BESIDE: Final = (Snapshot, GameCard, SeatResult, PlayerGame)
TABLES: Final[tuple[type[Model], ...]] = (Game, Event, *BESIDE)

Row: TypeAlias = dict[str, Any]
"""Values by column, as the database takes them."""
Rows: TypeAlias = dict[type[Model], list[Row]]


class Original(NamedTuple):
    """A stored game with everything that hangs on it."""

    game: Row
    events: Sequence[Row]
    beside: Sequence[tuple[type[Model], Row]]
    """Its snapshot, card, results and seats."""


def fill_up(events: int) -> int:
    """Add games until there are so many events; how many there are then."""
    there = Event.objects.count()
    if not there:
        there = fill(min(events, ORIGINALS), bot="greedy")
    copies = enumerate(cycle(_originals()), start=Game.objects.count())
    while there < events:
        made: Rows = defaultdict(list)
        for _, (number, original) in zip(range(AT_ONCE), copies, strict=False):
            there += copy(original, f"g-{number:024x}", made)
            if there >= events:
                break
        with transaction.atomic():
            for table in TABLES:
                _insert(table, made[table])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return there


def _originals() -> list[Original]:
    found = Game.objects.exclude(pk__startswith="g-00000000").order_by("pk")
    return [Original(_values(game), [*map(_values, game.events.order_by("seq"))], _beside(game)) for game in found]


def _beside(game: Game) -> list[tuple[type[Model], Row]]:
    return [(table, _values(row)) for table in BESIDE for row in table._default_manager.filter(game=game)]


def _values(row: Model) -> Row:
    """What is stored of a row, without a number that the database gives."""
    fields = [field for field in row._meta.concrete_fields if not isinstance(field, AutoField)]
    return {str(field.column): field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields}


def copy(original: Original, name: str, made: Rows) -> int:
    """Make the rows of a game once more under another name; how many events it has."""
    before, after = f'"game":"{original.game["id"]}","kind"', f'"game":"{name}","kind"'
    bodies = [event["body"].replace(before, after) for event in original.events]
    hashes = list(chain_hashes(bodies))
    made[Game].append(original.game | {"id": name, "invite": name, "head_hash": hashes[-1]})
    made[Event] += [
        event | {"game_id": name, "body": body, "prev_hash": previous, "hash": link, "command_hash": _tied(event, link)}
        for event, body, previous, link in zip(
            original.events, bodies, [FIRST_PREVIOUS, *hashes[:-1]], hashes, strict=True
        )
    ]
    for table, row in original.beside:
        made[table].append(row | {"game_id": name} | (_sealed(row, name, hashes) if table is Snapshot else {}))
    return len(bodies)


def _tied(event: Row, link: str) -> str | None:
    """What is stored of an event's command, tied to the copy."""
    if event["command_id"] is None:
        return None
    return tie_command(CommandSignature(event["command_id"], event["command_hash"]), link)


def _sealed(snapshot: Row, name: str, hashes: Sequence[str]) -> Row:
    """What a snapshot says of its event, and its seal."""
    seq, link = snapshot["seq"], hashes[snapshot["seq"] - 1]
    return {"hash": link, "seal": seal_snapshot(name, seq, link, snapshot["state"])}


def _insert(table: type[Model], rows: Sequence[Row]) -> None:
    """Store rows in the way that is fastest on each database."""
    if not rows:
        return
    name, columns = table._meta.db_table, ", ".join(rows[0])
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {name} ({columns}) FROM STDIN") as out:
                for row in rows:
                    out.write_row([*row.values()])
        else:
            places = ", ".join(["%s"] * len(rows[0]))
            statement = f"INSERT INTO {name} ({columns}) VALUES ({places})"  # noqa: S608
            cursor.executemany(statement, [[*row.values()] for row in rows])
