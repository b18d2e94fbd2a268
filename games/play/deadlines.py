"""What a clock does: the time of whoever must act has run out. Enters through the same door as a move.

A row is claimed by locking it; what has been done is no longer due. What fails is put off, so that it neither keeps
others waiting nor is tried all the time. Bots that nobody has come for, and closed deals that are not revealed yet, are
found here as well.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.clock.site_time import now, write_time
from games.log.entries import SYSTEM
from games.log.event_store import read_log
from games.log.fold import Fold
from games.log.models import Event, Game
from games.log.sql import claim_row, write_transaction
from games.log.state_cache import load_fold
from games.log.storage_faults import log_failure
from games.log.unit_of_work import Draft, lock_head
from games.metrics import LATENESS
from games.play.automatic_events import add_automatic_events, blinded_entry
from games.play.bots import games_waiting_for_bots
from games.play.deals import reveal_deal, unrevealed_deals
from games.play.persistence import BOT_LEASE, call_bots_on_commit, questions, store_draft
from games.refusals import Busy


def expire_game(game_id: str, moment: datetime, waits: bool = False) -> bool:
    """Let the time of a game run out if it has at that moment; whoever locks the game first, a move or this, wins.

    False if it has not, or if somebody else is at it who is not waited for.
    """
    with write_transaction():
        if not claim_row(_due_game(game_id, moment), waits):
            return False
        head = lock_head(game_id)
        draft = Draft(head, load_fold(head))
        _let_time_pass(draft)
        add_timeouts(draft)
        assert draft.links, "There is a deadline, but nobody has to act."
        add_automatic_events(draft)
        store_draft(draft, None)
    if head.due_at is not None:
        LATENESS.observe((now() - head.due_at).total_seconds())
    return True


def put_off_game(game_id: str, moment: datetime, until: datetime) -> None:
    """Let a game whose time could not run out be due again later; its log stays as it is."""
    with transaction.atomic():
        due = _due_game(game_id, moment)
        if claim_row(due):
            due.update(due_at=until)


def _due_game(game_id: str, moment: datetime) -> QuerySet[Game]:
    return Game.objects.filter(pk=game_id, due_at__lte=moment)


def _let_time_pass(draft: Draft) -> None:
    """Have the log say that the whole time has passed, as it has.

    After the machine's clock was set back the log's time stands still, and would say less. Where the row still holds
    the time of an event, its clock was never moved.
    """
    head, fold = draft.head, draft.fold
    asked = Event.objects.filter(game=head.game, seq__gte=fold.asked, at=write_time(head.asked_at or draft.now))
    if not asked.exists():
        *_before, (_row, _fold, asked_at) = questions(read_log(head.game))
        draft.at = max(draft.at, write_time(asked_at + timedelta(seconds=fold.created["clock"]["seconds"])))


def add_timeouts(draft: Draft) -> None:
    """Add what happens to each person who had to act and did not, unless the game has moved on without them."""
    asked = _question(draft.fold)
    for seat in _people(draft.fold):
        fold = draft.fold
        if seat in fold.awaited and _question(fold) == asked:
            event = fold.rules.timed_out(fold.state, seat, fold.created["clock"]["timeout"])
            draft.add(blinded_entry(fold, event, SYSTEM))


def _people(fold: Fold) -> list[int]:
    return [seat for seat in fold.awaited if fold.bot(seat) is None]


def _question(fold: Fold) -> tuple[int, str]:
    """What is waited for: the event that asked, and what for."""
    return fold.asked, fold.rules.awaiting(fold.state).phase


RETRY_PAUSE = timedelta(minutes=1)
"""When a game whose time could not run out is tried again."""
MOST_A_SWEEP = 200
"""How many games of each sort one sweep sees to; the rest is next."""
MOST_BOT_CALLS = 8
"""How often one sweep calls for bots: twice as many turns as a worker has threads, whatever waits."""


def expire_due_games(moment: datetime) -> None:
    """Let the time run out wherever it has; games that somebody else holds come last and are waited for."""
    missed = [game for game in due_games(moment) if not _expire_or_put_off(game, moment)]
    if missed:
        for game in set(missed).intersection(due_games(moment)):
            _expire_or_put_off(game, moment, waits=True)


def call_idle_bots(moment: datetime) -> None:
    """Call again for bots that nobody has come for; a few at a time, and each call takes whose turn it is."""
    for game in idle_bot_games(moment):
        call_bots_on_commit(game)


def reveal_deals() -> None:
    """Reveal what was closed, where that was interrupted."""
    for deal in unrevealed_deals():
        with log_failure(f"The deal {deal} could not be revealed"):
            reveal_deal(deal)


def due_games(moment: datetime) -> list[str]:
    """The games whose time has run out."""
    return _first_ids(Game.objects.filter(due_at__lte=moment).order_by("due_at"))


def idle_bot_games(moment: datetime) -> list[str]:
    """Games whose bots should have acted by now, as many as workers are called for in one sweep."""
    return _first_ids(games_waiting_for_bots(moment - BOT_LEASE).order_by("bots_due_at"))[:MOST_BOT_CALLS]


def _first_ids(games: QuerySet[Game]) -> list[str]:
    return list(games.values_list("pk", flat=True)[:MOST_A_SWEEP])


def _expire_or_put_off(game: str, moment: datetime, waits: bool = False) -> bool:
    """Whether a game has been seen to, if only by putting it off."""
    with log_failure(f"The time of {game} could not run out"):
        try:
            return expire_game(game, moment, waits)
        except Exception as failure:
            # What was only busy is due again at once, but after all others.
            put_off_game(game, moment, moment if isinstance(failure, Busy) else moment + RETRY_PAUSE)
            raise
    return True
