"""When rounds open and close, as it was laid down or as it comes out when something is late; and how long tables of
three or four wait for whoever has not come, before they start without them. Pure.

Everybody may come until the round's tables have waited as long as was agreed on. Who sits down later still gives the
others a few minutes: two of three who have agreed on an evening at the end of a week need not come to the second.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.clock.site_time import read_time, write_time
from games.extension import LEAST_PRESENT
from tournaments.events.settings import Settings

ENOUGH_TIME_LEFT: Final = 0.75
"""The share of its time that a round must have left to keep its end when it opens late."""


class RoundDates(NamedTuple):
    """When a round opens and closes."""

    opens_at: datetime
    closes_at: datetime


def has_date(settings: Settings, number: int) -> bool:
    """Whether it was laid down when a round opens; else it follows the one before it."""
    return number == 1 or bool(settings.every) or number <= len(settings.calendar)


def planned_dates(settings: Settings, number: int) -> RoundDates:
    """When a round opens and closes if nothing comes in between."""
    return RoundDates(settings.opening(number), settings.closing(number))


def dates_if_paired_at(settings: Settings, number: int, moment: datetime) -> RoundDates:
    """The same for a round that is paired at a moment, which may be later than it was to open."""
    if not has_date(settings, number):
        return RoundDates(moment, moment + timedelta(seconds=settings.length))
    return dates_if_opened_at(planned_dates(settings, number), moment)


def dates_if_opened_at(dates: RoundDates, moment: datetime) -> RoundDates:
    """The dates of a round that cannot open before a moment: with too little time left it gets its whole time anew."""
    length = dates.closes_at - dates.opens_at
    if dates.closes_at - moment >= ENOUGH_TIME_LEFT * length:
        return dates
    return RoundDates(moment, moment + length)


def dates_if_opened_early(settings: Settings, dates: RoundDates, number: int, moment: datetime) -> RoundDates:
    """The dates of a round that opens before its time: it ends as it was laid down, or lasts as long as ever where
    rounds follow each other without a calendar."""
    if settings.every or number <= len(settings.calendar):
        return RoundDates(moment, dates.closes_at)
    return RoundDates(moment, moment + (dates.closes_at - dates.opens_at))


def settings_starting_at(settings: Settings, first: datetime) -> Settings:
    """The settings of a tournament that starts at another time; nobody is asked to check in who could not know."""
    calendar = settings.calendar
    if calendar:
        calendar = ((write_time(first), calendar[0][1]), *calendar[1:])
    return replace(settings, first_at=write_time(first), calendar=calendar)


def settings_after_pause(settings: Settings, paused_at: datetime, number: int, by: timedelta) -> Settings:
    """The settings after a pause: everything that was to come after the round with that number is later by it."""
    opens = settings.registration_opens_at
    if opens is not None and read_time(opens) > paused_at:
        opens = write_time(read_time(opens) + by)
    calendar = [
        dates if at <= number else (_later(dates[0], by), _later(dates[1], by))
        for at, dates in enumerate(settings.calendar, start=1)
    ]
    return replace(
        settings, registration_opens_at=opens, first_at=_later(settings.first_at, by), calendar=tuple(calendar)
    )


def _later(time: str, by: timedelta) -> str:
    return write_time(read_time(time) + by)


def tables_wait_until(settings: Settings, closes_at: datetime, moment: datetime) -> datetime | None:
    """Until when the tables of a round that opens at a moment wait for everybody; None if they do until its end.

    Where so much time is not left, as in a round that was opened again, half of what is left must do.
    """
    if settings.wait is None or closes_at <= moment:
        return None
    agreed = timedelta(seconds=settings.wait)
    return moment + (agreed if moment + agreed < closes_at else (closes_at - moment) / 2)


def reminder_time(settings: Settings, closes_at: datetime, moment: datetime) -> datetime | None:
    """When those who have not finished are reminded; None if they are not, or if it is too late for it."""
    if settings.remind is None:
        return None
    at = closes_at - timedelta(seconds=settings.remind)
    return at if at > moment else None


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


def wait_after_sitting_down(wait: int) -> timedelta:
    """How long those wait who sit down after the others should have been there."""
    return min(timedelta(seconds=wait), LONGEST_AFTERWARDS)


def starts_without_absent_at(waits_until: datetime, came_at: Collection[datetime], wait: int) -> datetime | None:
    """When a table starts without whoever is missing; None while too few have come."""
    if len(came_at) < LEAST_PRESENT:
        return None
    return max(waits_until, sorted(came_at)[LEAST_PRESENT - 1] + wait_after_sitting_down(wait))
