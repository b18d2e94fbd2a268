"""Rated runs that nobody goes on with: they end as they stand, so that a bad one cannot be left lying for good.

Only where there is no clock, which would see to it, and no shared deal, whose round does.
"""

import logging
import secrets
from datetime import datetime, timedelta
from typing import Final

from django.db import OperationalError
from django.db.models import F, QuerySet

from engine.result import AS_STANDS
from games.clocks.heartbeat import PUT_OFF
from games.log.head import lock_head
from games.log.transactions import writing
from games.models import Game, GameCard
from games.refusals import Busy
from games.services import SYSTEM_CALLER, adjudicate
from games.statuses import RUNNING
from tournaments.ratings.pools import SOLO

log = logging.getLogger(__name__)

IDLE: Final = timedelta(days=7)
"""How long a run may lie untouched."""
AT_MOST: Final = 20
"""How many runs one sweep ends; the rest is next."""
COMMAND: Final = "idle-run"
"""How the name begins under which a run is ended; how it goes on nobody knows, who might have used it up."""


def end_idle_runs(moment: datetime) -> None:
    """End the runs that nobody has touched for too long, each in a transaction of its own."""
    for game in idle_runs(moment):
        try:
            _end(game, moment)
        except (Busy, OperationalError) as error:
            log.warning("The idle run %s could not be ended just now: %s", game, error)
        except Exception:
            log.exception("The idle run %s could not be ended.", game)
            Game.objects.filter(pk=game).update(asked_at=moment - IDLE + PUT_OFF)


def idle_runs(moment: datetime) -> list[str]:
    """The runs that have lain untouched for too long, the oldest first."""
    idle = _unclocked().filter(game__asked_at__lte=moment - IDLE, created_at__lte=moment - IDLE)
    return list(idle.order_by("created_at").values_list("pk", flat=True)[:AT_MOST])


def give_back(last: datetime, moment: datetime) -> None:
    """Let nobody lose a run to an outage: what lay untouched when it began lies as long as before."""
    waiting = _unclocked().filter(game__asked_at__lte=last).values("pk")
    Game.objects.filter(pk__in=waiting).update(asked_at=F("asked_at") + (moment - last))


def _unclocked() -> QuerySet[GameCard]:
    """The rated runs that go on without a clock and outside of tournaments."""
    rated = GameCard.objects.filter(is_rated=True, seconds=None, tournament=None, ended_at=None)
    return rated.filter(variant=SOLO, status=RUNNING, deal__is_shared=False)


def _end(game: str, moment: datetime) -> None:
    """End a run unless somebody has come back to it meanwhile."""
    with writing():
        asked_at = lock_head(game).asked_at
        if asked_at is not None and asked_at <= moment - IDLE:
            adjudicate(game, SYSTEM_CALLER, f"{COMMAND}-{secrets.token_hex(8)}", AS_STANDS)
