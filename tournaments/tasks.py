"""What workers do for tournaments: shells around services, each safe to run twice, and none of them needed: whatever
is due is found by the next sweep."""

from celery import shared_task

from games.hints import Hint


@shared_task(name="tournaments.take_in_results", base=Hint, ignore_result=True)
def take_in_results() -> None:
    """Take in the results of games that have ended, and go on where they were waited for."""
    from tournaments.rounds.sweep import catch_up

    catch_up()


@shared_task(name="tournaments.see_to_tournament", base=Hint, ignore_result=True)
def see_to_tournament(tournament_id: str) -> None:
    """Go on with a tournament in which somebody has changed something."""
    from tournaments.rounds.sweep import see_to

    see_to(tournament_id)


@shared_task(name="tournaments.send_notices", base=Hint, ignore_result=True)
def send_notices() -> None:
    """Mail what people are to be told."""
    from tournaments.notices.mailing import send_due

    send_due()
