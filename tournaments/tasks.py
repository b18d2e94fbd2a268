"""What workers do for tournaments: shells around services, each safe to run twice, and none of them needed: whatever
is due is found by the next sweep."""

from celery import shared_task

from games.task_queue import OnCommitTask


@shared_task(name="tournaments.take_in_results", base=OnCommitTask, ignore_result=True)
def take_in_results() -> None:
    """Take in the results of games that have ended, and go on where they were waited for."""
    from tournaments.rounds.sweep import catch_up

    catch_up()


@shared_task(name="tournaments.see_to_tournament", base=OnCommitTask, ignore_result=True)
def see_to_tournament(tournament_id: str) -> None:
    """Go on with a tournament in which somebody has changed something."""
    from tournaments.rounds.sweep import see_to

    see_to(tournament_id)


@shared_task(name="tournaments.send_notices", base=OnCommitTask, ignore_result=True)
def send_notices() -> None:
    """Mail what people are to be told."""
    from tournaments.notices.mailing import send_due

    send_due()


@shared_task(name="tournaments.refresh_leaderboard", base=OnCommitTask, ignore_result=True)
def refresh_leaderboard(pool: str, period: str) -> None:
    """Bring a leaderboard in Redis up to date at which somebody wants to look."""
    from tournaments.leaderboards.refreshing import refresh

    refresh(pool, period)


@shared_task(name="tournaments.refresh_leaderboards", base=OnCommitTask, ignore_result=True)
def refresh_leaderboards() -> None:
    """Bring all leaderboards of current periods up to date that Redis holds."""
    from games.clock.site_time import now
    from tournaments.leaderboards.refreshing import refresh_current

    refresh_current(now())


@shared_task(name="tournaments.count_results", base=OnCommitTask, ignore_result=True, expires=30)
def count_results() -> None:
    """Count results, and compute again what has to be."""
    from tournaments.ratings.counting import count_alone

    count_alone()
