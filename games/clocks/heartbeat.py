"""Outages and clock jumps, measured by the time since the last sweep; the clocks of players are extended by them."""

import logging
from datetime import datetime, timedelta

from django.db import OperationalError, transaction
from django.db.models import F, QuerySet, Value

from games.clocks.clock import now
from games.clocks.hooks import outages
from games.models import Game, Heartbeat
from games.refusals import Busy

log = logging.getLogger(__name__)

PUT_OFF = timedelta(minutes=1)
"""When a game whose time could not run out is tried again."""
TOLERANCE = timedelta(seconds=5)
"""A sweep comes every second; only a gap longer than this is an outage."""
ONLY_ROW = 1


def beat() -> datetime:
    """Say that the clocks are seen to; the moment for which they are, everything lost before it given back."""
    moment = now()
    in_time = Heartbeat.objects.filter(pk=ONLY_ROW, at__range=(moment - TOLERANCE, moment))
    return moment if in_time.update(at=moment) else _measure()


def _measure() -> datetime:
    """The same after an outage or a jump, or when another sweep was quicker."""
    with transaction.atomic():
        # Of several sweeps at once one measures the outage, the others wait here and find none.
        heartbeat, _ = Heartbeat.objects.select_for_update().get_or_create(pk=ONLY_ROW, defaults={"at": now()})
        # Asked behind the lock: a sweep that was held up before it would take that for a clock that was set back.
        last, moment = heartbeat.at, now()
        gap = moment - last
        if abs(gap) > TOLERANCE:
            log.warning("The clocks were not seen to from %s to %s; deadlines are moved along.", last, moment)
            if moment > last:
                # Before games are locked: whoever holds a tournament may be about to lock one of its games.
                _tell_outage(last, moment)
            _lock_running_games()
            (_give_back if moment > last else _take_back)(last, moment)
        if gap > timedelta(0) or abs(gap) > TOLERANCE:
            heartbeat.at = moment
            heartbeat.save(update_fields=["at"])
    return moment


def _tell_outage(last: datetime, moment: datetime) -> None:
    """Let other apps give back what was lost; one that fails keeps nobody's clock from going on."""
    for outage in outages():
        try:
            with transaction.atomic():
                outage(last, moment)
        except (Busy, OperationalError):
            # All of it is tried again with the next sweep.
            raise
        except Exception:
            log.exception("Not everybody has got back what was lost in the outage.")


def _running() -> QuerySet[Game]:
    return Game.objects.filter(due_at__isnull=False)


def _lock_running_games() -> None:
    """In the order of their ids, as everybody who locks several does; a move locks only its own game."""
    list(_running().select_for_update().order_by("pk").values_list("pk"))


def _give_back(last: datetime, moment: datetime) -> None:
    """After an outage, or a clock set forward: everybody has as much time left as when it began.

    Whoever was asked meanwhile gets back what they lost since.
    """
    asked_meanwhile = _running().filter(asked_at__gt=last, asked_at__lt=moment)
    asked_meanwhile.update(due_at=F("due_at") + (Value(moment) - F("asked_at")), asked_at=moment)
    _shift(_running().filter(asked_at__lte=last), moment - last)


def _take_back(last: datetime, moment: datetime) -> None:
    """After a clock set back: deadlines are set back as well.

    Only of those who were asked in what is now the future. Who was asked earlier by the clock may have been asked
    after it was set back, and has in no case more than one decision's time left.
    """
    _shift(_running().filter(asked_at__gt=moment), moment - last)
    Game.objects.filter(bots_due_at__gt=moment).update(bots_due_at=moment)


def _shift(games: QuerySet[Game], by: timedelta) -> None:
    games.update(due_at=F("due_at") + by, asked_at=F("asked_at") + by)
