"""A database with any number of events: some hundred games that were really played, and copies of them.

A copy is a game of its own: another id, so other texts and other hashes in every event. Only the deal is the same.
"""

from collections.abc import Sequence
from itertools import cycle
from typing import Any, Final, NamedTuple

from django.db import connection, transaction

from engine.log import chain_hashes
from games.log.chaining import Signature, tie_command
from games.log.folding import seal_snapshot
from games.models import Event, Game, GameCard, PlayerGame, SeatResult, Snapshot
from tests.games.audit.many import fill

ORIGINALS: Final = 20_000
"""Events of the games that are played before copies are made."""
AT_ONCE: Final = 200
"""Games in one transaction."""


class Original(NamedTuple):
    """A stored game with everything that hangs on it."""

    row: Game
    events: Sequence[Event]
    beside: Sequence[Any]
    """Its snapshot, card, results and seats."""


def fill_up(events: int) -> int:
    """Add games until there are so many events; how many there are then."""
    there = Event.objects.count()
    if not there:
        there = fill(min(events, ORIGINALS))
    copies = enumerate(cycle(_originals()), start=Game.objects.count())
    while there < events:
        with transaction.atomic():
            for _, (number, original) in zip(range(AT_ONCE), copies, strict=False):
                there += copy(original, f"g-{number:024x}")
                if there >= events:
                    break
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return there


def _originals() -> list[Original]:
    found = Game.objects.exclude(pk__startswith="g-00000000").order_by("pk")
    return [Original(game, list(game.events.order_by("seq")), _beside(game)) for game in found]


def _beside(game: Game) -> list[Any]:
    tables = (Snapshot, GameCard, SeatResult, PlayerGame)
    return [row for table in tables for row in table.objects.filter(game=game)]


def copy(original: Original, name: str) -> int:
    """Store a game once more under another name; how many events it has."""
    before, after = f'"game":"{original.row.pk}","kind"', f'"game":"{name}","kind"'
    bodies = [event.body.replace(before, after) for event in original.events]
    hashes = list(chain_hashes(bodies))
    game = _like(original.row, pk=name, invite=name, head_hash=hashes[-1])
    game.save(force_insert=True)
    Event.objects.bulk_create(
        _like(event, pk=None, game_id=name, body=body, prev_hash=previous, hash=link, command_hash=_tied(event, link))
        for event, body, previous, link in zip(
            original.events, bodies, [original.events[0].prev_hash, *hashes], hashes, strict=False
        )
    )
    for row in original.beside:
        _copy_beside(row, name, hashes)
    return len(bodies)


def _tied(event: Event, link: str) -> str | None:
    """What is stored of an event's command, tied to the copy."""
    if event.command_id is None or event.command_hash is None:
        return None
    return tie_command(Signature(event.command_id, event.command_hash), link)


def _copy_beside(row: Any, name: str, hashes: list[str]) -> None:
    changed = {}
    if isinstance(row, Snapshot):
        link = hashes[row.seq - 1]
        changed = {"hash": link, "seal": seal_snapshot(name, row.seq, link, row.state)}
    is_named_by_game = row._meta.pk.name == "game"
    _like(row, game_id=name, **changed, **({} if is_named_by_game else {"pk": None})).save(force_insert=True)


def _like(row: Any, **changed: Any) -> Any:
    """A row like another one but for some columns."""
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    made = type(row)(**fields)
    for name, value in changed.items():
        setattr(made, name, value)
    return made
