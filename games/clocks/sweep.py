"""The due-sweep: every second, whatever is due is done, each in its own transaction and exactly once.

Deadlines are columns, so a missed tick, a crash, two beats or a late worker only mean that something happens at the
next sweep. A row is claimed by locking it; what has been done is no longer due. What fails is put off, so that it
neither keeps others waiting nor is tried all the time.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import OperationalError
from django.db.models import QuerySet

from games.bots import call_again
from games.checkpoints.sending import is_due
from games.clocks.heartbeat import PUT_OFF, beat
from games.clocks.hooks import sweeps
from games.deals import unrevealed_deals
from games.models import Game
from games.refusals import Busy
from games.services.expiring import expire, put_off
from games.services.revealing import reveal_deal

log = logging.getLogger(__name__)

AT_MOST = 200
"""How many games of each sort one sweep sees to; the rest is next."""


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


def run_out(moment: datetime) -> None:
    """Let the time run out wherever it has; games that somebody else holds come last and are waited for."""
    missed = [game for game in due_games(moment) if not _expire(game, moment)]
    if missed:
        for game in set(missed).intersection(due_games(moment)):
            _expire(game, moment, waits=True)


def call_bots(moment: datetime) -> None:
    """Call again for bots that nobody has come for."""
    for game in idle_bots(moment):
        with _apart(f"The bots of {game} could not be called for"):
            call_again(game, moment)


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


def due_games(moment: datetime) -> list[str]:
    """The games whose time has run out."""
    return _first(Game.objects.filter(due_at__lte=moment).order_by("due_at"))


def idle_bots(moment: datetime) -> list[str]:
    """The games whose bots should have acted by now."""
    return _first(Game.objects.filter(bots_due_at__lte=moment).order_by("bots_due_at"))


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
    except (Busy, OperationalError) as error:
        log.warning("%s just now: %s", what_failed, error)
    except Exception:
        log.exception("%s.", what_failed)
