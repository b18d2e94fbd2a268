"""What a clock does: the time of whoever must act has run out. Enters through the same door as a move."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.clocks.claiming import claim
from games.clocks.clock import now, write_time
from games.log.drafts import Draft
from games.log.entries import SYSTEM
from games.log.fold import Fold
from games.log.folding import load_fold
from games.log.head import lock_head
from games.log.reading import read_log
from games.log.transactions import writing
from games.metrics import LATENESS
from games.models import Event, Game
from games.services.storing import questions, store
from games.services.unfolding import entry_for, unfold


def expire(game_id: str, moment: datetime, waits: bool = False) -> bool:
    """Let the time of a game run out if it has at that moment; whoever locks the game first, a move or this, wins.

    False if it has not, or if somebody else is at it who is not waited for.
    """
    with writing():
        if not claim(_due(game_id, moment), waits):
            return False
        head = lock_head(game_id)
        draft = Draft(head, load_fold(head))
        _let_time_pass(draft)
        time_out(draft)
        assert draft.links, "There is a deadline, but nobody has to act."
        unfold(draft)
        store(draft, None)
    if head.due_at is not None:
        LATENESS.observe((now() - head.due_at).total_seconds())
    return True


def put_off(game_id: str, moment: datetime, until: datetime) -> None:
    """Let a game whose time could not run out be due again later; its log stays as it is."""
    with transaction.atomic():
        due = _due(game_id, moment)
        if claim(due):
            due.update(due_at=until)


def _due(game_id: str, moment: datetime) -> QuerySet[Game]:
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


def time_out(draft: Draft) -> None:
    """Add what happens to each person who had to act and did not, unless the game has moved on without them."""
    asked = _question(draft.fold)
    for seat in _people(draft.fold):
        fold = draft.fold
        if seat in fold.awaited and _question(fold) == asked:
            event = fold.rules.timed_out(fold.state, seat, fold.created["clock"]["timeout"])
            draft.add(entry_for(fold, event, SYSTEM))


def _people(fold: Fold) -> list[int]:
    return [seat for seat in fold.awaited if fold.bot(seat) is None]


def _question(fold: Fold) -> tuple[int, str]:
    """What is waited for: the event that asked, and what for."""
    return fold.asked, fold.rules.awaiting(fold.state).phase
