"""The sweep: every second, whatever is due is done, each thing in its own transaction and exactly once.

Deadlines are columns, so a missed tick, a crash, two beats or a late worker only mean that something happens at the
next sweep. What is done now and then, however often the beat or a worker is started again, has its next time in the
database as well. This module calls for the work of all rooms; their own tasks live with them.
"""

from datetime import datetime, timedelta
from typing import Final

from games.clock.models import Chore
from games.extension import on_sweep
from games.integrity.checkpoints import is_delivery_due
from games.log.storage_faults import log_failure
from games.play.deadlines import call_idle_bots, expire_due_games, reveal_deals
from games.play.heartbeat import beat
from games.task_queue import OnCommitTask

CHORE_INTERVALS: Final = {"checkpoint": timedelta(minutes=1), "accounts": timedelta(minutes=10)}


def call_for_chores(moment: datetime) -> None:
    """Call a worker for everything that is due at a moment; of several sweeps at once, one does."""
    planned = dict(Chore.objects.values_list("name", "due_at"))
    for name, every in CHORE_INTERVALS.items():
        # Nobody plans that far ahead: such a row was written by hand, and checkpoints would stop in silence.
        latest = moment + 2 * every
        is_waiting = name in planned and moment < planned[name] <= latest
        if not is_waiting and _claim_chore(name, moment, every, is_new=name not in planned):
            _chore_task(name).delay_on_commit()


def _claim_chore(name: str, moment: datetime, every: timedelta, is_new: bool) -> bool:
    """Whether it is ours to call for it; the next time is said in any case."""
    if is_new:
        Chore.objects.bulk_create([Chore(name=name, due_at=moment)], ignore_conflicts=True)
    free = Chore.objects.filter(pk=name).exclude(due_at__gt=moment, due_at__lte=moment + 2 * every)
    return bool(free.update(due_at=moment + every))


def _chore_task(name: str) -> OnCommitTask:
    from games.accounts.tasks import tidy_accounts
    from games.integrity.tasks import make_checkpoint

    found: OnCommitTask = {"checkpoint": make_checkpoint, "accounts": tidy_accounts}[name]
    return found


def sweep_once() -> None:
    """Measure outages, let run out what has run out, and see to what a lost call has left undone."""
    with log_failure("The clocks could not be seen to"):
        # Taken once: a worker that was stopped for long finds nothing due that has been extended since.
        moment = beat()
        expire_due_games(moment)
        call_idle_bots(moment)
        run_sweep_hooks(moment)
        reveal_deals()
        call_for_checkpoint_delivery(moment)
        call_for_mail_delivery(moment)
        call_for_chores(moment)


def run_sweep_hooks(moment: datetime) -> None:
    """Let other apps see to what is due with them; games whose time has just run out have their results by now."""
    for sweep in on_sweep:
        with log_failure(f"{sweep.__module__}.{sweep.__qualname__} could not see to what is due"):
            sweep(moment)


def call_for_checkpoint_delivery(moment: datetime) -> None:
    """Have a worker send the checkpoints that are to be kept elsewhere."""
    if is_delivery_due(moment):
        from games.integrity.tasks import send_checkpoints

        send_checkpoints.delay_on_commit()


def call_for_mail_delivery(moment: datetime) -> None:
    """Have a worker send the mails about accounts for which nobody was called, or which were refused before."""
    from games.accounts.mail import are_due

    if are_due(moment):
        from games.accounts.tasks import send_mails

        send_mails.delay_on_commit()
