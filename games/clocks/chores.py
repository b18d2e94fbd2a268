"""What is done now and then, however often the beat or a worker is started again: when the next time is stands in the
database, and the sweep that finds it due calls a worker for it."""

from datetime import datetime, timedelta
from typing import Final

from games.hints import Hint
from games.models import Chore

EVERY: Final = {"checkpoint": timedelta(minutes=1), "accounts": timedelta(minutes=10)}


def call_for_chores(moment: datetime) -> None:
    """Call a worker for everything that is due at a moment; of several sweeps at once, one does."""
    planned = dict(Chore.objects.values_list("name", "due_at"))
    for name, every in EVERY.items():
        # Nobody plans that far ahead: such a row was written by hand, and checkpoints would stop in silence.
        latest = moment + 2 * every
        is_waiting = name in planned and moment < planned[name] <= latest
        if not is_waiting and _claim(name, moment, every, is_new=name not in planned):
            _task(name).delay_on_commit()


def _claim(name: str, moment: datetime, every: timedelta, is_new: bool) -> bool:
    """Whether it is ours to call for it; the next time is said in any case."""
    if is_new:
        Chore.objects.bulk_create([Chore(name=name, due_at=moment)], ignore_conflicts=True)
    free = Chore.objects.filter(pk=name).exclude(due_at__gt=moment, due_at__lte=moment + 2 * every)
    return bool(free.update(due_at=moment + every))


def _task(name: str) -> Hint:
    from games import tasks

    found: Hint = {"checkpoint": tasks.make_checkpoint, "accounts": tasks.tidy_accounts}[name]
    return found
