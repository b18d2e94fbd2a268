"""What workers do so that nobody can rewrite history: sign checkpoints, and send them to whoever keeps them."""

import logging

from celery import shared_task

from games.integrity import checkpoints
from games.integrity.witness.file import WitnessUnreadable
from games.integrity.witness.history import HistoryContradicted
from games.task_queue import OnCommitTask, left_for_later_if_busy

log = logging.getLogger(__name__)


@shared_task(name="games.make_checkpoint", base=OnCommitTask, ignore_result=True, expires=60)
def make_checkpoint() -> None:
    """Sign what has happened since the last checkpoints; over a history that is not ours, say so every time."""
    try:
        with left_for_later_if_busy():
            checkpoints.make_checkpoints()
    except (HistoryContradicted, WitnessUnreadable) as refused:
        log.error("%s", refused)


@shared_task(name="games.send_checkpoints", base=OnCommitTask, ignore_result=True)
def send_checkpoints() -> None:
    """Send what is to be kept elsewhere."""
    with left_for_later_if_busy():
        checkpoints.send_due_checkpoints()
