"""Outages and steps of the machine's clock, measured from the last sweep to this one; deadlines move along."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import OperationalError, transaction
from django.db.models import Case, F, Q, QuerySet, Value, When

from games.clock.models import Heartbeat
from games.clock.site_time import read_clocks
from games.clock.steps import (
    LARGEST_SLEW,
    OUTAGE_TOLERANCE,
    SMALLEST_STEP,
    ClockChange,
    ClockReading,
    compare_reading,
    is_slew,
)
from games.extension import on_outage, on_step
from games.log.models import Game
from games.log.sql import lock_table
from games.refusals import Busy

log = logging.getLogger(__name__)
ONLY_ROW = 1


def beat() -> datetime:
    """Say that the clocks are seen to; the moment for which they are, everything lost before it given back."""
    seen = read_clocks()
    in_time = Heartbeat.objects.filter(
        pk=ONLY_ROW,
        at__range=(seen.wall - OUTAGE_TOLERANCE, seen.wall),
        boot=seen.boot,
        booted_at__gt=seen.booted_at - SMALLEST_STEP,
        booted_at__lt=seen.booted_at + SMALLEST_STEP,
    )
    return seen.wall if in_time.update(at=seen.wall, booted_at=_followed(seen)) else _measure()


def _followed(seen: ClockReading) -> Case:
    """When the machine was started, as it is noted: who corrects the clock bit by bit is followed; what is more, but
    too little to be a step, adds up until it is one."""
    is_followed = Q(booted_at__range=(seen.booted_at - LARGEST_SLEW, seen.booted_at + LARGEST_SLEW))
    return Case(When(is_followed, then=Value(seen.booted_at)), default=F("booted_at"))


def _measure() -> datetime:
    """The same after an outage or a step, on another machine, or when another sweep was quicker."""
    with transaction.atomic():
        # Of several sweeps at once one measures the outage, the others wait here and find none.
        heartbeat, _ = Heartbeat.objects.select_for_update().get_or_create(pk=ONLY_ROW, defaults=_noted(read_clocks()))
        # Asked behind the lock: a sweep that was held up before it would take that for a clock that was set back.
        last, seen = heartbeat.at, read_clocks()
        change = compare_reading(last, heartbeat.boot, heartbeat.booted_at, seen)
        if change.elapsed >= timedelta(0) or change.step:
            # Before anything is moved: whoever asks for the time from now on gets that to which the clock was set.
            _note(heartbeat, seen, change)
            if change.is_outage or change.step:
                _move_along(last, seen.wall, change)
    return seen.wall


def _noted(seen: ClockReading) -> dict[str, Any]:
    return {"at": seen.wall, "boot": seen.boot, "booted_at": seen.booted_at}


def _note(heartbeat: Heartbeat, seen: ClockReading, change: ClockChange) -> None:
    is_followed = change.step or heartbeat.boot != seen.boot or is_slew(heartbeat.booted_at, seen)
    noted = _noted(seen) if is_followed else {"at": seen.wall}
    for column, value in noted.items():
        setattr(heartbeat, column, value)
    if change.step:
        heartbeat.stepped_at, heartbeat.step_seconds = seen.wall, change.step.total_seconds()
    heartbeat.save()


def _move_along(last: datetime, moment: datetime, change: ClockChange) -> None:
    """Move every deadline by a step; then give back what was lost in an outage, by the time of after the step.

    Other apps come before games are locked: whoever holds a tournament may be about to lock one of its games.
    """
    if change.step:
        log.warning("The machine's clock was set by %+.0f s; deadlines are moved along.", change.step.total_seconds())
        for step in on_step:
            _run_hook(partial(step, change.step, moment))
        _move_by_step(change.step)
    if change.is_outage:
        began = last + change.step
        log.warning("The clocks were not seen to from %s to %s; deadlines are moved along.", began, moment)
        for outage in on_outage:
            _run_hook(partial(outage, began, moment))
        _lock_running_games()
        _give_back(began, moment)


def _run_hook(move: Callable[[], None]) -> None:
    """Let another app move its deadlines; one that fails keeps nobody's clock from going on."""
    try:
        with transaction.atomic():
            move()
    except (Busy, OperationalError):
        # All of it is tried again with the next sweep.
        raise
    except Exception:
        log.exception("Not everybody has got back what was lost in the outage.")


def _running() -> QuerySet[Game]:
    return Game.objects.filter(due_at__isnull=False)


def _move_by_step(by: timedelta) -> None:
    """Let everybody who was asked have as much time left as before, people, bots and runs without a clock.

    Nobody may be about to store a deadline by the time of before.
    """
    lock_table(Game)
    asked = Game.objects.filter(asked_at__isnull=False)
    asked.update(due_at=F("due_at") + by, asked_at=F("asked_at") + by, bots_due_at=F("bots_due_at") + by)


def _lock_running_games() -> None:
    """In the order of their ids, as everybody who locks several does; a move locks only its own game."""
    list(_running().select_for_update().order_by("pk").values_list("pk"))


def _give_back(last: datetime, moment: datetime) -> None:
    """After an outage everybody has as much time left as when it began.

    Whoever was asked meanwhile gets back what they lost since.
    """
    asked_meanwhile = _running().filter(asked_at__gt=last, asked_at__lt=moment)
    asked_meanwhile.update(due_at=F("due_at") + (Value(moment) - F("asked_at")), asked_at=moment)
    by = moment - last
    _running().filter(asked_at__lte=last).update(due_at=F("due_at") + by, asked_at=F("asked_at") + by)
