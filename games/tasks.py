"""What workers do: shells around services, each safe to run twice."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from celery import shared_task

from games import bots
from games.accounts import mails, tidying
from games.checkpoints import making, sending
from games.clocks import sweep
from games.hints import Hint
from games.refusals import Busy
from games.witness.history import HistoryContradicted
from games.witness.statement import Unreadable

log = logging.getLogger(__name__)


@shared_task(name="games.tick", ignore_result=True)
def tick() -> None:
    """See to whatever is due."""
    sweep.tick()


@shared_task(name="games.play_bots", base=Hint, ignore_result=True)
def play_bots(called_by: str = "") -> None:
    """Let the bots act whose turn it is; they need not be those of the game that has called, which is named only for
    whoever looks into the queue."""
    with _left_for_later():
        bots.play_next()


@shared_task(name="games.make_checkpoint", base=Hint, ignore_result=True, expires=60)
def make_checkpoint() -> None:
    """Sign what has happened since the last checkpoints; over a history that is not ours, say so every time."""
    try:
        with _left_for_later():
            making.make_checkpoints()
    except (HistoryContradicted, Unreadable) as refused:
        log.error("%s", refused)


@shared_task(name="games.tidy_accounts", base=Hint, ignore_result=True, expires=600)
def tidy_accounts() -> None:
    """Erase whoever is to be erased, and delete what has ended."""
    with _left_for_later():
        tidying.tidy()


@shared_task(name="games.send_checkpoints", base=Hint, ignore_result=True)
def send_checkpoints() -> None:
    """Send what is to be kept elsewhere."""
    with _left_for_later():
        sending.send_due()


@shared_task(name="games.send_mails", base=Hint, ignore_result=True)
def send_mails() -> None:
    """Send what is to be said about accounts."""
    with _left_for_later():
        mails.send_due()


@contextmanager
def _left_for_later() -> Iterator[None]:
    """A busy database is no failure of a task: the sweep calls for the bots again, and the next minute signs."""
    try:
        yield
    except Busy as refusal:
        log.warning("Left for later: %s", refusal)
