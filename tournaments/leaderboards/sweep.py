"""Having a worker bring leaderboards up to date: the sweep itself must not wait for it."""

from datetime import datetime

from tournaments.leaderboards.refreshing import behind
from tournaments.tasks import refresh_leaderboards


def have_refreshed(moment: datetime) -> None:
    """Ask for it, if Redis holds a board of which something has changed."""
    if behind(moment):
        refresh_leaderboards.delay_on_commit()
