"""How the site stands as a whole, for whoever watches it, read from the database: every process says the same."""

from collections.abc import Mapping
from datetime import datetime
from math import inf
from typing import NamedTuple

from django.db.models import Max, Min

from games.clock.models import STEP_TOLD, Heartbeat
from games.clock.site_time import now, read_time
from games.clock.steps import OUTAGE_TOLERANCE
from games.integrity.models import CheckpointDelivery
from games.log.log_sorts import log_sorts, uncovered_logs
from games.log.models import Checkpoint, Event, Game
from games.play.bots import count_games_waiting_for_bots
from games.play.heartbeat import ONLY_ROW


class SiteHealth(NamedTuple):
    """What somebody would want to be woken for."""

    heartbeat_age: float | None
    """Seconds since the clocks were last seen to; None if they never were, infinite if that is still to come."""
    clock_step: float
    """By how many seconds a machine's clock was set within the last hour; 0 if it was not."""
    overdue: float
    """Seconds since the oldest deadline that has passed and was not seen to yet."""
    checkpoint_age: float | None
    """Seconds since the last checkpoint; None if there is none."""
    unsigned: Mapping[str, int]
    """How many logs no checkpoint vouches for as they are now, by what owns them: a game, a tournament."""
    unsent_checkpoints: int
    """How many checkpoints whoever keeps them has not taken yet."""
    waiting_bots: int
    """How many games have bots that must act and that no worker has come for."""
    bots_wait: float
    """Seconds since the first of them must."""
    events: int
    """The number of the last event that was stored."""


def site_health() -> SiteHealth:
    """How the site stands now."""
    moment = now()
    at = Checkpoint.objects.order_by("-number").values_list("at", flat=True).first()
    due = Game.objects.filter(due_at__lte=moment).aggregate(oldest=Min("due_at"))["oldest"]
    waiting_bots, bots_since = count_games_waiting_for_bots(moment)
    return SiteHealth(
        heartbeat_age(),
        0.0 if (step := last_clock_step()) is None else step.seconds,
        _since(due, moment) or 0.0,
        _since(read_time(at) if at else None, moment),
        {logs.noun: uncovered_logs(logs).count() for logs in log_sorts()},
        CheckpointDelivery.objects.count(),
        waiting_bots,
        _since(bots_since, moment) or 0.0,
        Event.objects.aggregate(last=Max("pk"))["last"] or 0,
    )


def heartbeat_age() -> float | None:
    """Seconds since the clocks were last seen to; None if they never were.

    Infinite if they will only be, by a clock that differs from ours: nobody knows how old that is, so it is not fresh.
    """
    beat = Heartbeat.objects.filter(pk=ONLY_ROW).values_list("at", flat=True).first()
    if beat is not None and beat > now() + OUTAGE_TOLERANCE:
        return inf
    return _since(beat, now())


class ClockStep(NamedTuple):
    """That the clock of a machine was set."""

    at: datetime
    """When that was noticed, by the new time."""
    seconds: float


def last_clock_step() -> ClockStep | None:
    """The last time that a clock was set, for as long as whoever watches the site should see it."""
    found = Heartbeat.objects.filter(pk=ONLY_ROW, stepped_at__gt=now() - STEP_TOLD)
    row = found.values_list("stepped_at", "step_seconds").first()
    return None if row is None or row[0] is None else ClockStep(row[0], row[1])


def _since(then: datetime | None, moment: datetime) -> float | None:
    return None if then is None else max(0.0, (moment - then).total_seconds())
