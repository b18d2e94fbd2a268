"""Making anew what can be derived from logs: projections, snapshots, and what the rows of games say beside the log.

Game by game, each locked and in one transaction, so that games may go on meanwhile and an interruption does no harm.
Where a log ends is left as it is: a row that does not fit its log is for the audit to judge, not for this to cover up.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from django.db import connection, transaction

from engine.errors import Refused
from games.clock.site_time import now
from games.integrity.audit.findings import Finding
from games.integrity.audit.game_rows import is_agreed_deadline
from games.log.event_store import StoredEvent, read_log
from games.log.fold import Fold
from games.log.models import Game, Snapshot
from games.log.state_cache import SNAPSHOT_EVERY, fold_events, write_snapshot
from games.log.unit_of_work import Head, lock_head, write_head
from games.play.persistence import deadline
from games.play.projections import accounts_in, derive_from_log, write_rows
from games.refusals import Conflict

PROJECTIONS: Final = "projections"
SNAPSHOTS: Final = "snapshots"
HEADS: Final = "heads"
AT_ONCE: Final = 500
_COMMANDS: Final = "SELECT seq, at, command_id IS NOT NULL FROM games_event WHERE game_id = %s ORDER BY seq"


class LockedGame(NamedTuple):
    """A game that nobody can append to, and its log."""

    head: Head
    rows: list[StoredEvent]
    fold: Fold


def all_games() -> Iterator[str]:
    """The ids of all games; no transaction stays open between them."""
    last = ""
    while ids := list(Game.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        yield from ids
        last = ids[-1]


def rebuild(game: str, parts: Sequence[str]) -> Finding | None:
    """Make some parts of one game anew; why that is impossible, if it is."""
    try:
        with transaction.atomic():
            locked = _lock_game(game)
            for part in parts:
                PARTS[part](locked)
    except Refused as refusal:
        return Finding("rebuild/refused", refusal.sentence, game)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        # A log that the audit would find unreadable must not keep the other games from being rebuilt.
        return Finding("rebuild/unreadable", f"Its log cannot be read: {type(error).__name__} {error}.", game)
    return None


def _lock_game(game: str) -> LockedGame:
    head, rows = lock_head(game), read_log(game)
    if not rows or (rows[-1].seq, rows[-1].hash) != (head.seq, head.hash):
        raise Conflict("rebuild/end", "The log does not end where the row of the game says; audit it first.")
    return LockedGame(head, rows, fold_events(rows))


def _rebuild_projections(locked: LockedGame) -> None:
    game = locked.head.game
    write_rows(game, derive_from_log(locked.rows, accounts_in(game)))


def _rebuild_snapshot(locked: LockedGame) -> None:
    """Write the snapshot that playing would have left."""
    game = locked.head.game
    Snapshot.objects.filter(game=game).delete()
    seq = _kept_at(_ends(game))
    if seq:
        write_snapshot(game, fold_events(locked.rows[:seq]))


def _ends(game: str) -> list[int]:
    """The last event of each command: the events that follow from one have its time and no name."""
    ends: list[int] = []
    before = ""
    with connection.cursor() as cursor:
        cursor.execute(_COMMANDS, [game])
        for seq, at, is_command in cursor.fetchall():
            if ends and not is_command and at == before:
                ends.pop()
            ends.append(seq)
            before = at
    return ends


def _kept_at(ends: Sequence[int]) -> int:
    """The end of the last command with which so many events had come together; 0 if there was none."""
    kept = before = 0
    for end in ends:
        if end // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY:
            kept = end
        before = end
    return kept


def _rebuild_head(locked: LockedGame) -> None:
    """Whoever must act and has no time set, or another than was agreed on, gets all of it from now on."""
    head, fold, moment = locked.head, locked.fold, now()
    awaited = fold.awaited
    bots = [seat for seat in awaited if fold.bot(seat) is not None]
    has_person = len(bots) < len(awaited)
    clock = fold.created.get("clock") if has_person else None
    asked_at, due_at = head.asked_at or moment, head.due_at
    if clock and (due_at is None or not is_agreed_deadline(asked_at, due_at, clock["seconds"])):
        asked_at, due_at = moment, deadline(fold, moment)
    write_head(
        head._replace(
            status=fold.status,
            awaited=sum(1 << seat for seat in awaited),
            asked_at=asked_at if awaited else None,
            due_at=due_at if clock else None,
            bots_due_at=(head.bots_due_at or moment) if bots else None,
        )
    )


PARTS: Final[dict[str, Callable[[LockedGame], None]]] = {
    PROJECTIONS: _rebuild_projections,
    SNAPSHOTS: _rebuild_snapshot,
    HEADS: _rebuild_head,
}
