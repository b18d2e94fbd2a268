"""What every sweep does for ratings: it looks whether there is something to count, and calls a worker."""

from datetime import datetime

from tournaments.ratings.counting import is_due
from tournaments.tasks import count_results


def have_counted(moment: datetime) -> None:
    """Have results counted that wait for it; never in the sweep itself, which has no time for it."""
    if is_due(moment):
        count_results.delay_on_commit()
