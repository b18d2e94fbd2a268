"""Which step of a tournament is next, and when: pure, from the situation alone.

Registration opens, then the check-in; the tournament starts; a round is paired, opened, closed; the next one follows,
or the end. Organisers do nothing else than to bring about a situation from which the next step follows.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Final, NamedTuple

from games.clock.site_time import read_time
from tournaments.events.settings import Settings
from tournaments.events.statuses import (
    ANNOUNCED,
    CANCELLED,
    CHECK_IN,
    CLOSED,
    CLOSING,
    OPEN,
    OPENING,
    PUBLISHED,
    REGISTRATION,
    RUNNING,
)
from tournaments.events.timetable import has_date, planned_dates

AT_ONCE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""When a step is due that waits for nothing: before every moment at which somebody asks."""


class Step(Enum):
    """What the machine does by itself."""

    OPEN_REGISTRATION = "open-registration"
    OPEN_CHECK_IN = "open-check-in"
    START = "start"
    PAIR = "pair"
    OPEN_ROUND = "open-round"
    MAKE_GAMES = "make-games"
    START_WITHOUT = "start-without"
    REMIND = "remind"
    BEGIN_CLOSING = "begin-closing"
    SETTLE = "settle"
    CLOSE_ROUND = "close-round"
    CALL_OFF = "call-off"
    FINISH = "finish"


class RoundSituation(NamedTuple):
    """How far the latest round is."""

    number: int
    status: str
    opens_at: datetime
    closes_at: datetime
    remind_at: datetime | None = None
    looks_at: datetime | None = None
    """When the tables that wait for somebody are looked at."""
    is_settled: bool = False
    """Whether nobody is waited for any more: while it is open, because everything is played; then, because every result
    is known."""
    is_reopened: bool = False
    """Whether it was closed before; it then stays open until its time, so that something can be set right."""


class Situation(NamedTuple):
    """All that the next step follows from."""

    status: str
    settings: Settings
    round_count: int = 0
    is_paused: bool = False
    is_shared_deal: bool = False
    round: RoundSituation | None = None


class PlannedStep(NamedTuple):
    """A step, and when it is due."""

    at: datetime
    step: Step


def next_step(situation: Situation, moment: datetime) -> Step | None:
    """What is to be done at a moment; None if nothing is due."""
    planned = _first(situation)
    return planned.step if planned is not None and planned.at <= moment else None


def next_due(situation: Situation) -> datetime | None:
    """When there will be something to do; None while only people can change anything."""
    planned = _first(situation)
    return None if planned is None else planned.at


def _first(situation: Situation) -> PlannedStep | None:
    return min(_plan(situation), key=lambda planned: planned.at, default=None)


def _plan(now: Situation) -> Iterator[PlannedStep]:
    if now.status == CANCELLED:
        yield from _calling_off(now)
    elif now.is_paused:
        return
    elif now.status == RUNNING:
        yield from _running(now)
    else:
        yield from _before_the_start(now)


def _before_the_start(now: Situation) -> Iterator[PlannedStep]:
    settings = now.settings
    first = settings.opening(1)
    if now.status == ANNOUNCED:
        opens = settings.registration_opens_at
        yield PlannedStep(AT_ONCE if opens is None else read_time(opens), Step.OPEN_REGISTRATION)
    elif now.status == REGISTRATION and settings.check_in is not None:
        yield PlannedStep(first - timedelta(seconds=settings.check_in), Step.OPEN_CHECK_IN)
    elif now.status in (REGISTRATION, CHECK_IN):
        yield PlannedStep(first, Step.START)


def _running(now: Situation) -> Iterator[PlannedStep]:
    latest = now.round
    if latest is None or latest.status == CLOSED:
        yield _after(now, 0 if latest is None else latest.number)
    elif latest.status == PUBLISHED:
        yield PlannedStep(latest.opens_at if has_date(now.settings, latest.number) else AT_ONCE, Step.OPEN_ROUND)
    elif latest.status == OPENING:
        yield PlannedStep(AT_ONCE, Step.MAKE_GAMES)
    elif latest.status == OPEN:
        yield from _open(now.settings, latest)
    elif latest.status == CLOSING:
        yield PlannedStep(AT_ONCE, Step.CLOSE_ROUND if latest.is_settled else Step.SETTLE)


def _after(now: Situation, number: int) -> PlannedStep:
    """What follows a round that is closed. Where everybody gets the same dice, there are no opponents to be known
    beforehand, and whoever enters before the round opens is in it."""
    if number >= now.round_count:
        return PlannedStep(AT_ONCE, Step.FINISH)
    waits = now.is_shared_deal and has_date(now.settings, number + 1)
    return PlannedStep(planned_dates(now.settings, number + 1).opens_at if waits else AT_ONCE, Step.PAIR)


def _open(settings: Settings, latest: RoundSituation) -> Iterator[PlannedStep]:
    is_early = latest.is_settled and settings.closes_early and not latest.is_reopened
    yield PlannedStep(AT_ONCE if is_early else latest.closes_at, Step.BEGIN_CLOSING)
    if latest.remind_at is not None and not latest.is_settled:
        yield PlannedStep(latest.remind_at, Step.REMIND)
    if latest.looks_at is not None and not latest.is_settled:
        yield PlannedStep(latest.looks_at, Step.START_WITHOUT)


def _calling_off(now: Situation) -> Iterator[PlannedStep]:
    if now.round is not None and now.round.status in (OPENING, OPEN, CLOSING):
        yield PlannedStep(AT_ONCE, Step.CALL_OFF)
