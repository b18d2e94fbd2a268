"""What workers do for ratings and leaderboards: shells, each safe to run twice, and none of them needed: whatever is
due is found by the next sweep.
"""

from celery import shared_task

from games.task_queue import OnCommitTask


@shared_task(name="tournaments.refresh_leaderboard", base=OnCommitTask, ignore_result=True)
def refresh_leaderboard(pool: str, period: str) -> None:
    """Bring a leaderboard in Redis up to date at which somebody wants to look."""
    from tournaments.ratings.leaderboards.redis_boards import refresh_board

    refresh_board(pool, period)


@shared_task(name="tournaments.refresh_leaderboards", base=OnCommitTask, ignore_result=True)
def refresh_leaderboards() -> None:
    """Bring all leaderboards of current periods up to date that Redis holds."""
    from games.clock.site_time import now
    from tournaments.ratings.leaderboards.redis_boards import refresh_current_boards

    refresh_current_boards(now())


@shared_task(name="tournaments.count_results", base=OnCommitTask, ignore_result=True, expires=30)
def count_results() -> None:
    """Count results, and compute again what has to be."""
    from tournaments.ratings.services import count_results_alone

    count_results_alone()
