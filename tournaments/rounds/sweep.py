"""The sweep over tournaments, with every tick of the games' clocks: results are taken in, and what is due is done.

Each step is a transaction of its own. What fails is put off, so that it neither keeps others waiting nor is tried all
the time. A sweep takes only so long: the clocks of games are seen to by the same worker.
"""

import logging
from datetime import datetime
from time import monotonic
from typing import Final

from django.db import OperationalError

from engine.errors import Refused
from games.clock.models import Heartbeat
from games.play.deadlines import RETRY_PAUSE
from games.refusals import Busy
from tournaments.models import Tournament
from tournaments.rounds.results import take_in
from tournaments.rounds.taking import put_off, take_step

log = logging.getLogger(__name__)

AT_MOST: Final = 200
"""How many tournaments one sweep sees to; the rest is next."""
SECONDS: Final = 1.0
"""How long a sweep goes on with further steps; each tournament that is due gets one in any case."""


def sweep(moment: datetime) -> None:
    """See to whatever is due at a moment: tournaments in turn, one step each, as long as there is time."""
    take_in()
    end = monotonic() + SECONDS
    waiting = due_tournaments(moment)
    while waiting:
        waiting = [tournament for tournament in waiting if _step(tournament, moment)]
        if monotonic() > end:
            break


def catch_up() -> None:
    """The same between two ticks, when there is news."""
    if (moment := last_beat()) is not None:
        sweep(moment)


def see_to(tournament_id: str) -> None:
    """The same for one tournament."""
    end, moment = monotonic() + SECONDS, last_beat()
    while moment is not None and _step(tournament_id, moment) and monotonic() < end:
        pass


def last_beat() -> datetime | None:
    """The moment up to which the clocks were seen to.

    What came due since may have come due in an outage that nobody has measured yet.
    """
    return Heartbeat.objects.values_list("at", flat=True).first()


def due_tournaments(moment: datetime) -> list[str]:
    """The tournaments in which something is to be done."""
    due = Tournament.objects.filter(due_at__lte=moment).order_by("due_at")
    return list(due.values_list("pk", flat=True)[:AT_MOST])


def _step(tournament: str, moment: datetime) -> bool:
    """Whether a step was taken, so that there may be another one."""
    try:
        return take_step(tournament, moment) is not None
    except (Busy, OperationalError) as error:
        log.warning("%s could not go on just now: %s", tournament, error)
    except Refused as refusal:
        # As when two must not meet who are the only ones left: an organiser has to change something.
        log.warning("%s cannot go on: %s", tournament, refusal)
        put_off(tournament, moment, moment + RETRY_PAUSE)
    except Exception:
        log.exception("%s could not go on.", tournament)
        put_off(tournament, moment, moment + RETRY_PAUSE)
    return False
