"""How the site stands as a whole, for whoever watches it, read from the database: every process says the same."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max, Min

from games.checkpoints.logs import sorts_of_logs, uncovered
from games.clocks.clock import now, read_time
from games.clocks.heartbeat import ONLY_ROW
from games.models import Checkpoint, CheckpointDelivery, Event, Game, Heartbeat


class Standing(NamedTuple):
    """What somebody would want to be woken for."""

    heartbeat_age: float | None
    """Seconds since the clocks were last seen to; None if they never were."""
    overdue: float
    """Seconds since the oldest deadline that has passed and was not seen to yet."""
    checkpoint_age: float | None
    """Seconds since the last checkpoint; None if there is none."""
    unsigned: Mapping[str, int]
    """How many logs no checkpoint vouches for as they are now, by what owns them: a game, a tournament."""
    unsent_checkpoints: int
    """How many checkpoints whoever keeps them has not taken yet."""
    events: int
    """The number of the last event that was stored."""


def standing() -> Standing:
    """How the site stands now."""
    moment = now()
    at = Checkpoint.objects.order_by("-number").values_list("at", flat=True).first()
    due = Game.objects.filter(due_at__lte=moment).aggregate(oldest=Min("due_at"))["oldest"]
    return Standing(
        heartbeat_age(),
        _since(due, moment) or 0.0,
        _since(read_time(at) if at else None, moment),
        {logs.noun: uncovered(logs).count() for logs in sorts_of_logs()},
        CheckpointDelivery.objects.count(),
        Event.objects.aggregate(last=Max("pk"))["last"] or 0,
    )


def heartbeat_age() -> float | None:
    """Seconds since the clocks were last seen to; None if they never were."""
    return _since(Heartbeat.objects.filter(pk=ONLY_ROW).values_list("at", flat=True).first(), now())


def _since(then: datetime | None, moment: datetime) -> float | None:
    return None if then is None else max(0.0, (moment - then).total_seconds())
