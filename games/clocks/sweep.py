"""The due-sweep: every second, whatever is due is done, each in its own transaction and exactly once.

Deadlines are columns, so a missed tick, a crash, two beats or a late worker only mean that something happens at the
next sweep. A row is claimed by locking it; what has been done is no longer due. What fails is put off, so that it
neither keeps others waiting nor is tried all the time.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db.models import QuerySet

from games.bot_turns import LEASE, waiting_games
from games.checkpoints.sending import is_due
from games.clocks.chores import call_for_chores
from games.clocks.heartbeat import PUT_OFF, beat
from games.clocks.hooks import sweeps
from games.deals import unrevealed_deals
from games.models import Game
from games.refusals import Busy
from games.services.expiring import expire, put_off
from games.services.revealing import reveal_deal
from games.services.storing import ring_for_bots
from games.storage_faults import fault_of

log = logging.getLogger(__name__)

AT_MOST = 200
"""How many games of each sort one sweep sees to; the rest is next."""
CALLS = 8
"""How often one sweep calls for bots: twice as many turns as a worker has threads, whatever waits."""


def tick() -> None:
    """Measure outages, let run out what has run out, and see to what a lost call has left undone."""
    with _apart("The clocks could not be seen to"):
        # Taken once: a worker that was stopped for long finds nothing due that has been extended since.
        moment = beat()
        run_out(moment)
        call_bots(moment)
        see_to_the_rest(moment)
        reveal_deals()
        send_checkpoints(moment)
        send_mails(moment)
        call_for_chores(moment)


def run_out(moment: datetime) -> None:
    """Let the time run out wherever it has; games that somebody else holds come last and are waited for."""
    missed = [game for game in due_games(moment) if not _expire(game, moment)]
    if missed:
        for game in set(missed).intersection(due_games(moment)):
            _expire(game, moment, waits=True)


def call_bots(moment: datetime) -> None:
    """Call again for bots that nobody has come for; a few at a time, and each call takes whose turn it is."""
    for game in idle_bots(moment):
        ring_for_bots(game)


def see_to_the_rest(moment: datetime) -> None:
    """Let other apps see to what is due with them; games whose time has just run out have their results by now."""
    for sweep in sweeps():
        with _apart(f"{sweep.__module__}.{sweep.__qualname__} could not see to what is due"):
            sweep(moment)


def reveal_deals() -> None:
    """Reveal what was closed, where that was interrupted."""
    for deal in unrevealed_deals():
        with _apart(f"The deal {deal} could not be revealed"):
            reveal_deal(deal)


def send_checkpoints(moment: datetime) -> None:
    """Have a worker send the checkpoints that are to be kept elsewhere."""
    if is_due(moment):
        from games import tasks

        tasks.send_checkpoints.delay_on_commit()


def send_mails(moment: datetime) -> None:
    """Have a worker send the mails about accounts for which nobody was called, or which were refused before."""
    from games.accounts.mails import are_due

    if are_due(moment):
        from games import tasks

        tasks.send_mails.delay_on_commit()


def due_games(moment: datetime) -> list[str]:
    """The games whose time has run out."""
    return _first(Game.objects.filter(due_at__lte=moment).order_by("due_at"))


def idle_bots(moment: datetime) -> list[str]:
    """Games whose bots should have acted by now, as many as workers are called for in one sweep."""
    return _first(waiting_games(moment - LEASE).order_by("bots_due_at"))[:CALLS]


def _first(games: QuerySet[Game]) -> list[str]:
    return list(games.values_list("pk", flat=True)[:AT_MOST])


def _expire(game: str, moment: datetime, waits: bool = False) -> bool:
    """Whether a game has been seen to, if only by putting it off."""
    with _apart(f"The time of {game} could not run out"):
        try:
            return expire(game, moment, waits)
        except Exception as failure:
            # What was only busy is due again at once, but after all others.
            put_off(game, moment, moment if isinstance(failure, Busy) else moment + PUT_OFF)
            raise
    return True


@contextmanager
def _apart(what_failed: str) -> Iterator[None]:
    """Do one thing; if it fails, that is told and the next one is done."""
    try:
        yield
    except Exception as error:
        if isinstance(error, Busy) or fault_of(error):
            log.warning("%s just now: %s", what_failed, error)
        else:
            log.exception("%s.", what_failed)
