"""What workers do for games: let bots act. A shell around a service, safe to run twice."""

from celery import shared_task

from games.play import bots
from games.task_queue import OnCommitTask, left_for_later_if_busy


@shared_task(name="games.play_bots", base=OnCommitTask, ignore_result=True)
def play_bots(called_by: str = "") -> None:
    """Let the bots act whose turn it is; they need not be those of the game that has called, which is named only for
    whoever looks into the queue."""
    with left_for_later_if_busy():
        bots.play_next()
