"""When the rounds of a season open and close: every week at the same time on the club's clocks.

The time on the wall stays when clocks are put forward or back, so that the hours between two rounds change. A time that
the clocks leave out counts by the offset before the change, which puts it off by what they skip; of a time that comes
twice the first one counts. Both are as RFC 5545 (3.3.5) says, so that every calendar agrees.
"""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple

DAYS_OF_A_WEEK = 7


class RoundDates(NamedTuple):
    """When a round opens and closes, in UTC."""

    opens: datetime
    closes: datetime


def weekly_dates(
    zone: tzinfo, first: date, at: time, rounds: int, weeks: int = 1, days: int = 7
) -> tuple[RoundDates, ...]:
    """The dates of so many rounds, the first on this day; each is open for some days, the next comes after weeks."""
    openings = (first + timedelta(days=number * weeks * DAYS_OF_A_WEEK) for number in range(rounds))
    return tuple(
        RoundDates(moment_of(zone, day, at), moment_of(zone, day + timedelta(days=days), at)) for day in openings
    )


def moment_of(zone: tzinfo, day: date, at: time) -> datetime:
    """The moment, in UTC, at which clocks in the zone show this time of the day."""
    return datetime.combine(day, at, tzinfo=zone).replace(fold=0).astimezone(UTC)


def first_weekday_from(weekday: int, earliest: date) -> date:
    """The first such day of the week, Monday being 0, that is not before another day."""
    return earliest + timedelta(days=(weekday - earliest.weekday()) % DAYS_OF_A_WEEK)


def day_of(zone: tzinfo, moment: datetime) -> date:
    """Which day it is in the zone."""
    return moment.astimezone(zone).date()
