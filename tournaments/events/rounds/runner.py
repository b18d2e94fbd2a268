"""The sweep over tournaments, with every tick of the games' clocks: results are taken in, and what is due is done.

Each step is a transaction of its own: claim the tournament, do what is due, append it, or nothing of it. What fails
is put off, so that it neither keeps others waiting nor is tried all the time. A sweep takes only so long: the clocks
of games are seen to by the same worker.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime
from time import monotonic
from typing import Final, TypeAlias

from django.db import OperationalError, transaction
from django.db.models import QuerySet

from engine.errors import Refused
from games.clock.models import Heartbeat
from games.log.sql import claim_row, write_transaction
from games.play.deadlines import RETRY_PAUSE
from games.refusals import Busy
from tournaments.events.log.event_store import UnitOfWork, lock_tournament, store
from tournaments.events.models import Tournament
from tournaments.events.rounds.close_round import (
    begin_closing,
    call_off_round,
    close_round,
    remind_unfinished,
    settle_tables,
)
from tournaments.events.rounds.lifecycle import finish_tournament, open_check_in, open_registration, start_tournament
from tournaments.events.rounds.open_round import begin_opening, make_games
from tournaments.events.rounds.pairing import pair_next_round
from tournaments.events.rounds.results import take_in_results
from tournaments.events.rounds.start_without import start_waiting_tables
from tournaments.events.situation import situation_of
from tournaments.events.state_machine import Step, next_step
from tournaments.events.statuses import CANCELLED, FINISHED
from tournaments.extension import on_tournament_end

StepFunction: TypeAlias = Callable[[UnitOfWork], None]
STEPS: Final[Mapping[Step, StepFunction]] = {
    Step.OPEN_REGISTRATION: open_registration,
    Step.OPEN_CHECK_IN: open_check_in,
    Step.START: start_tournament,
    Step.PAIR: pair_next_round,
    Step.OPEN_ROUND: begin_opening,
    Step.MAKE_GAMES: make_games,
    Step.START_WITHOUT: start_waiting_tables,
    Step.REMIND: remind_unfinished,
    Step.BEGIN_CLOSING: begin_closing,
    Step.SETTLE: settle_tables,
    Step.CLOSE_ROUND: close_round,
    Step.CALL_OFF: call_off_round,
    Step.FINISH: finish_tournament,
}
"""What each step does."""


def take_step(tournament_id: str, moment: datetime) -> Step | None:
    """Do what is due in a tournament at a moment, and say when the next is; whoever locks it first does it.

    None if nothing is due, or if somebody else is at it.
    """
    with write_transaction():
        if not claim_row(_if_due(tournament_id, moment)):
            return None
        draft = UnitOfWork(lock_tournament(tournament_id))
        step = next_step(situation_of(draft.tournament), moment)
        if step is not None:
            STEPS[step](draft)
        store(draft)
        if draft.links and draft.tournament.status in (FINISHED, CANCELLED):
            on_tournament_end.call_all(tournament_id)
    return step


def put_off(tournament_id: str, moment: datetime, until: datetime) -> None:
    """Let a tournament whose step could not be taken be due again later; its log stays as it is."""
    with transaction.atomic():
        due = _if_due(tournament_id, moment)
        if claim_row(due):
            due.update(due_at=until)


def _if_due(tournament_id: str, moment: datetime) -> QuerySet[Tournament]:
    return Tournament.objects.filter(pk=tournament_id, due_at__lte=moment)


log = logging.getLogger(__name__)
MOST_TOURNAMENTS: Final = 200
"""How many tournaments one sweep sees to; the rest is next."""
SWEEP_SECONDS: Final = 1.0
"""How long a sweep goes on with further steps; each tournament that is due gets one in any case."""


def sweep(moment: datetime) -> None:
    """See to whatever is due at a moment: tournaments in turn, one step each, as long as there is time."""
    take_in_results()
    end = monotonic() + SWEEP_SECONDS
    waiting = due_tournaments(moment)
    while waiting:
        waiting = [tournament for tournament in waiting if _try_step(tournament, moment)]
        if monotonic() > end:
            break


def catch_up() -> None:
    """The same between two ticks, when there is news."""
    if (moment := last_beat()) is not None:
        sweep(moment)


def advance_tournament(tournament_id: str) -> None:
    """The same for one tournament."""
    end, moment = monotonic() + SWEEP_SECONDS, last_beat()
    while moment is not None and _try_step(tournament_id, moment) and monotonic() < end:
        pass


def last_beat() -> datetime | None:
    """The moment up to which the clocks were seen to.

    What came due since may have come due in an outage that nobody has measured yet.
    """
    return Heartbeat.objects.values_list("at", flat=True).first()


def due_tournaments(moment: datetime) -> list[str]:
    """The tournaments in which something is to be done."""
    due = Tournament.objects.filter(due_at__lte=moment).order_by("due_at")
    return list(due.values_list("pk", flat=True)[:MOST_TOURNAMENTS])


def _try_step(tournament: str, moment: datetime) -> bool:
    """Whether a step was taken, so that there may be another one."""
    try:
        return take_step(tournament, moment) is not None
    except (Busy, OperationalError) as error:
        log.warning("%s could not go on just now: %s", tournament, error)
    except Refused as refusal:
        # As when two must not meet who are the only ones left: an organiser has to change something.
        log.warning("%s cannot go on: %s", tournament, refusal)
        put_off(tournament, moment, moment + RETRY_PAUSE)
    except Exception:
        log.exception("%s could not go on.", tournament)
        put_off(tournament, moment, moment + RETRY_PAUSE)
    return False
