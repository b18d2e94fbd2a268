"""Taking one step: claim the tournament, do what is due, append it; in one transaction or not at all."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final, TypeAlias

from django.db import transaction
from django.db.models import QuerySet

from games.log.sql import claim_row, write_transaction
from tournaments.log.drafts import Draft, lock_tournament, store
from tournaments.models import Tournament
from tournaments.models.tournaments import CANCELLED, FINISHED
from tournaments.rounds.beginning import open_check_in, open_registration, start
from tournaments.rounds.closing import begin_closing, call_off, close_round, settle
from tournaments.rounds.drawing import pair
from tournaments.rounds.ending import finish
from tournaments.rounds.opening import make_games, open_round
from tournaments.rounds.reminders import remind_late
from tournaments.rounds.situations import situation_of
from tournaments.rounds.starting import start_without
from tournaments.rounds.stepping import Step, next_step
from tournaments.services.seasons import settle_season

Take: TypeAlias = Callable[[Draft], None]

STEPS: Final[Mapping[Step, Take]] = {
    Step.OPEN_REGISTRATION: open_registration,
    Step.OPEN_CHECK_IN: open_check_in,
    Step.START: start,
    Step.PAIR: pair,
    Step.OPEN_ROUND: open_round,
    Step.MAKE_GAMES: make_games,
    Step.START_WITHOUT: start_without,
    Step.REMIND: remind_late,
    Step.BEGIN_CLOSING: begin_closing,
    Step.SETTLE: settle,
    Step.CLOSE_ROUND: close_round,
    Step.CALL_OFF: call_off,
    Step.FINISH: finish,
}
"""What each step does."""


def take_step(tournament_id: str, moment: datetime) -> Step | None:
    """Do what is due in a tournament at a moment, and say when the next is; whoever locks it first does it.

    None if nothing is due, or if somebody else is at it.
    """
    with write_transaction():
        if not claim_row(_due(tournament_id, moment)):
            return None
        draft = Draft(lock_tournament(tournament_id))
        step = next_step(situation_of(draft.tournament), moment)
        if step is not None:
            STEPS[step](draft)
        store(draft)
        if draft.links and draft.tournament.status in (FINISHED, CANCELLED):
            settle_season(tournament_id)
    return step


def put_off(tournament_id: str, moment: datetime, until: datetime) -> None:
    """Let a tournament whose step could not be taken be due again later; its log stays as it is."""
    with transaction.atomic():
        due = _due(tournament_id, moment)
        if claim_row(due):
            due.update(due_at=until)


def _due(tournament_id: str, moment: datetime) -> QuerySet[Tournament]:
    return Tournament.objects.filter(pk=tournament_id, due_at__lte=moment)
