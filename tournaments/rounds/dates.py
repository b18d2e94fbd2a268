"""When rounds open and close: as it was laid down, or as it comes out when something is late. Pure."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.clock.site_time import read_time, write_time
from tournaments.settings import Settings

ENOUGH: Final = 0.75
"""The share of its time that a round must have left to keep its end when it opens late."""


class Dates(NamedTuple):
    """When a round opens and closes."""

    opens_at: datetime
    closes_at: datetime


def has_date(settings: Settings, number: int) -> bool:
    """Whether it was laid down when a round opens; else it follows the one before it."""
    return number == 1 or bool(settings.every) or number <= len(settings.calendar)


def dates_of(settings: Settings, number: int) -> Dates:
    """When a round opens and closes if nothing comes in between."""
    return Dates(settings.opening(number), settings.closing(number))


def dates_at(settings: Settings, number: int, moment: datetime) -> Dates:
    """The same for a round that is paired at a moment, which may be later than it was to open."""
    if not has_date(settings, number):
        return Dates(moment, moment + timedelta(seconds=settings.length))
    return fitted(dates_of(settings, number), moment)


def fitted(dates: Dates, moment: datetime) -> Dates:
    """The dates of a round that cannot open before a moment: with too little time left it gets its whole time anew."""
    length = dates.closes_at - dates.opens_at
    if dates.closes_at - moment >= ENOUGH * length:
        return dates
    return Dates(moment, moment + length)


def brought_forward(settings: Settings, dates: Dates, number: int, moment: datetime) -> Dates:
    """The dates of a round that opens before its time: it ends as it was laid down, or lasts as long as ever where
    rounds follow each other without a calendar."""
    if settings.every or number <= len(settings.calendar):
        return Dates(moment, dates.closes_at)
    return Dates(moment, moment + (dates.closes_at - dates.opens_at))


def moved_to(settings: Settings, first: datetime) -> Settings:
    """The settings of a tournament that starts at another time; nobody is asked to check in who could not know."""
    calendar = settings.calendar
    if calendar:
        calendar = ((write_time(first), calendar[0][1]), *calendar[1:])
    return replace(settings, first_at=write_time(first), calendar=calendar)


def shifted(settings: Settings, paused_at: datetime, number: int, by: timedelta) -> Settings:
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


def waiting_until(settings: Settings, closes_at: datetime, moment: datetime) -> datetime | None:
    """Until when the tables of a round that opens at a moment wait for everybody; None if they do until its end.

    Where so much time is not left, as in a round that was opened again, half of what is left must do.
    """
    if settings.wait is None or closes_at <= moment:
        return None
    agreed = timedelta(seconds=settings.wait)
    return moment + (agreed if moment + agreed < closes_at else (closes_at - moment) / 2)


def reminding_at(settings: Settings, closes_at: datetime, moment: datetime) -> datetime | None:
    """When those who have not finished are reminded; None if they are not, or if it is too late for it."""
    if settings.remind is None:
        return None
    at = closes_at - timedelta(seconds=settings.remind)
    return at if at > moment else None
