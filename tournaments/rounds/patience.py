"""How long tables of three or four wait for whoever has not come, before they start without them. Pure.

Everybody may come until the round's tables have waited as long as was agreed on. Who sits down later still gives the
others a few minutes: two of three who have agreed on an evening at the end of a week need not come to the second.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from games.extension import LEAST_PRESENT

FEWEST_THAT_WAIT: Final = LEAST_PRESENT + 1
"""How many seats a table has that can start without somebody."""
LONGEST_AFTERWARDS: Final = timedelta(minutes=10)
"""How long those who sit down after that time wait for the others, at most."""
MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


def usual_wait(seconds: int) -> int | None:
    """How long tables wait in a round of so many seconds if nobody says anything else; None in one too short for it.

    A quarter of it, or half of one that takes days, because people come when they can; in whole days, hours or minutes.
    """
    share = seconds // 2 if seconds >= DAY else seconds // 4
    unit = next((unit for unit in (DAY, HOUR, MINUTE) if share >= unit), None)
    return None if unit is None else share // unit * unit


def patience(wait: int) -> timedelta:
    """How long those wait who sit down after the others should have been there."""
    return min(timedelta(seconds=wait), LONGEST_AFTERWARDS)


def starts_at(waits_until: datetime, came_at: Collection[datetime], wait: int) -> datetime | None:
    """When a table starts without whoever is missing; None while too few have come."""
    if len(came_at) < LEAST_PRESENT:
        return None
    return max(waits_until, sorted(came_at)[LEAST_PRESENT - 1] + patience(wait))
