"""Storing a draft: the events, the game's row with its clocks, the projections and the caches; and ringing for all who
wait for it, streams and bots."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from games import projections
from games.bot_turns import LEASE
from games.clocks.clock import read_time
from games.clocks.hooks import tell_result
from games.live.bells import ring_on_commit
from games.log.chaining import Row, Signature, appending
from games.log.drafts import Draft
from games.log.fold import Fold, advance, begin
from games.log.folding import keep_snapshot, memory
from games.log.head import Head, writing_head
from games.log.statements import run, run_last
from games.metrics import EVENTS
from games.models import ResultChange, UncountedResult
from games.models.outbox import leave_word
from games.statuses import ADJUDICATED, FINISHED


def store(draft: Draft, signature: Signature | None) -> None:
    """Write everything that a draft has added, as the last thing in the caller's transaction."""
    game = draft.head.game
    transaction.on_commit(partial(EVENTS.inc, len(draft.links)))
    ring_on_commit(game)
    if has_bot_to_move(draft.fold) and not is_made_by_bot(draft):
        ring_for_bots(game)
    memory.put(game, draft.fold)
    keep_snapshot(game, draft.before.seq, draft.fold)
    statements = appending(game, draft.links, signature), writing_head(moved_head(draft))
    if projections.concern(draft):
        run(*statements)
        projections.apply(draft)
        if has_new_result(draft):
            leave_word(UncountedResult, [game], draft.now)
            if draft.fold.tournament is not None:
                _tell_tournament(draft)
    else:
        run_last(*statements)


def has_new_result(draft: Draft) -> bool:
    """Whether a game has come to a result, or to another one by a ruling."""
    if draft.fold.status not in (FINISHED, ADJUDICATED):
        return False
    return not draft.before.is_over or any(kind.startswith("ruling/") for kind in draft.kinds)


def _tell_tournament(draft: Draft) -> None:
    """Leave word for the tournament, and wake whoever takes it in."""
    game = draft.head.game
    leave_word(ResultChange, [game], draft.now)
    transaction.on_commit(lambda: tell_result(game), robust=True)


def moved_head(draft: Draft) -> Head:
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
    return draft.now + LEASE if is_made_by_bot(draft) else draft.now


def is_asked_anew(draft: Draft) -> bool:
    """Whether somebody has to decide something else than before, so that the time begins again."""
    return is_other_question(draft.before, draft.fold)


def is_other_question(before: Fold, after: Fold) -> bool:
    """The same of any two places in a log."""
    if (before.status, before.asked) != (after.status, after.asked):
        return True
    is_other_phase = before.rules.awaiting(before.state).phase != after.rules.awaiting(after.state).phase
    return is_other_phase or not set(after.awaited) <= set(before.awaited)


def questions(rows: Sequence[Row]) -> Iterator[tuple[Row, Fold, datetime]]:
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


def ring_for_bots(game: str) -> None:
    """Call a worker, once this is committed, for the bots whose turn it is; the next sweep sees to it otherwise."""
    from games.tasks import play_bots

    play_bots.delay_on_commit(game)
