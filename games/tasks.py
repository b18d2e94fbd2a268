"""The tick by which Celery's beat calls for the sweep; all other tasks live in the rooms whose work they call for."""

from celery import shared_task

from games import sweep


@shared_task(name="games.tick", ignore_result=True)
def tick() -> None:
    """See to whatever is due."""
    sweep.sweep_once()
