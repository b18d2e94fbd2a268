"""What workers do for tournaments: shells around services, each safe to run twice, and none of them needed: whatever
is due is found by the next sweep.
"""

from celery import shared_task

from games.task_queue import OnCommitTask


@shared_task(name="tournaments.take_in_results", base=OnCommitTask, ignore_result=True)
def take_in_results() -> None:
    """Take in the results of games that have ended, and go on where they were waited for."""
    from tournaments.events.rounds.runner import catch_up

    catch_up()


@shared_task(name="tournaments.see_to_tournament", base=OnCommitTask, ignore_result=True)
def see_to_tournament(tournament_id: str) -> None:
    """Go on with a tournament in which somebody has changed something."""
    from tournaments.events.rounds.runner import advance_tournament

    advance_tournament(tournament_id)
