"""Storing a draft: the events, the game's row with its deadline, the projections and the caches; and waking all who
wait for it, streams and bots. Also when somebody is asked anew, from which every deadline follows.
"""

import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from django.db import transaction

from games.clock.site_time import read_time
from games.extension import on_result
from games.log.event_store import CommandSignature, StoredEvent, append_events
from games.log.fold import Fold, advance, begin
from games.log.models import ErasableText
from games.log.pubsub import publish_events_on_commit
from games.log.state_cache import fold_memory, write_snapshot_if_due
from games.log.unit_of_work import Draft, Head, write_head
from games.play import projections
from games.play.models import ResultChange, UncountedResult, queue_results
from games.statuses import ADJUDICATED, FINISHED

BOT_LEASE: Final = timedelta(seconds=2)
"""How long bots are left to the worker that has taken them, or that was called for them, before another one comes."""


def store_draft(draft: Draft, signature: CommandSignature | None) -> None:
    """Write everything that a draft has added, in the caller's transaction."""
    game = draft.head.game
    publish_events_on_commit(game, len(draft.links))
    if has_bot_to_move(draft.fold) and not is_made_by_bot(draft):
        call_bots_on_commit(game)
    fold_memory.put(game, draft.fold)
    write_snapshot_if_due(game, draft.before.seq, draft.fold)
    append_events(game, draft.links, signature)
    write_head(head_after(draft))
    if projections.changes_projections(draft):
        projections.update_projections(draft)
        if has_new_result(draft):
            queue_results(UncountedResult, [game], draft.now)
            if draft.fold.tournament is not None:
                _tell_tournament(draft)


def has_new_result(draft: Draft) -> bool:
    """Whether a game has come to a result, or to another one by a ruling."""
    if draft.fold.status not in (FINISHED, ADJUDICATED):
        return False
    return not draft.before.is_over or any(kind.startswith("ruling/") for kind in draft.kinds)


def _tell_tournament(draft: Draft) -> None:
    """Leave word for the tournament, and wake whoever takes it in."""
    game = draft.head.game
    queue_results(ResultChange, [game], draft.now)
    transaction.on_commit(lambda: on_result.call_all(game), robust=True)


def head_after(draft: Draft) -> Head:
    """The row of a game after a draft."""
    fold, head = draft.fold, draft.head
    awaited = fold.awaited
    asked_at, due_at = head.asked_at, head.due_at
    if is_asked_anew(draft):
        asked_at, due_at = draft.now, deadline(fold, draft.now)
    if not any(fold.bot(seat) is None for seat in awaited):
        due_at = None
    return head._replace(
        seq=fold.seq,
        hash=fold.hash,
        last_at=draft.at,
        status=fold.status,
        awaited=sum(1 << seat for seat in awaited),
        asked_at=asked_at if awaited else None,
        due_at=due_at,
        bots_due_at=_bots_due_at(draft),
    )


def _bots_due_at(draft: Draft) -> datetime | None:
    """From when a worker takes the bots who must act: at once, unless one is at it."""
    if not has_bot_to_move(draft.fold):
        return None
    return draft.now + BOT_LEASE if is_made_by_bot(draft) else draft.now


def is_asked_anew(draft: Draft) -> bool:
    """Whether somebody has to decide something else than before, so that the time begins again."""
    return is_other_question(draft.before, draft.fold)


def is_other_question(before: Fold, after: Fold) -> bool:
    """The same of any two places in a log."""
    if (before.status, before.asked) != (after.status, after.asked):
        return True
    is_other_phase = before.rules.awaiting(before.state).phase != after.rules.awaiting(after.state).phase
    return is_other_phase or not set(after.awaited) <= set(before.awaited)


def questions(rows: Sequence[StoredEvent]) -> Iterator[tuple[StoredEvent, Fold, datetime]]:
    """Each event of a log with the game after it, and since when, by the log, what was asked then was asked."""
    fold, asked_at = begin(rows[0].entry, rows[0].hash), read_time(rows[0].at)
    yield rows[0], fold, asked_at
    for row in rows[1:]:
        after = advance(fold, row.entry, row.hash)
        asked_at = read_time(row.at) if is_other_question(fold, after) else asked_at
        fold = after
        yield row, fold, asked_at


def deadline(fold: Fold, asked_at: datetime) -> datetime | None:
    """When the time for a decision that was asked for now runs out; None without a clock."""
    clock = fold.created.get("clock")
    return asked_at + timedelta(seconds=clock["seconds"]) if clock else None


def has_bot_to_move(fold: Fold) -> bool:
    """Whether a bot must act now."""
    return any(fold.bot(seat) is not None for seat in fold.awaited)


def is_made_by_bot(draft: Draft) -> bool:
    """Whether a bot has acted; then a worker is at it, which goes on with the next bot by itself."""
    seat = draft.fold.seat_of(draft.links[0].entry.actor)
    return seat is not None and draft.fold.bot(seat) is not None


def call_bots_on_commit(game: str) -> None:
    """Call a worker, once this is committed, for the bots whose turn it is; the next sweep sees to it otherwise."""
    from games.play.tasks import play_bots

    play_bots.delay_on_commit(game)


def store_erasable_text(game_id: str, text: str) -> str:
    """Keep somebody's words where they can be erased; what the log holds of them."""
    salt = secrets.token_hex(16)
    digest = sha256(f"{salt}|{text}".encode()).hexdigest()
    ErasableText.objects.create(game_id=game_id, sha256=digest, salt=salt, text=text)
    return digest
