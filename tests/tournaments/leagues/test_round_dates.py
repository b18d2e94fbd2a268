"""Weekly rounds on the clocks of a club, across the days on which clocks change."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from tournaments.leagues.round_dates import day_of, first_weekday_from, moment_of, weekly_dates

BERLIN = ZoneInfo("Europe/Berlin")
NEW_YORK = ZoneInfo("America/New_York")
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")
"""Clocks there change by half an hour."""


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("zone", "first", "openings"),
    [
        (BERLIN, date(2027, 3, 23), [(2027, 3, 23, 18, 0), (2027, 3, 30, 17, 0), (2027, 4, 6, 17, 0)]),
        (BERLIN, date(2027, 10, 26), [(2027, 10, 26, 17, 0), (2027, 11, 2, 18, 0), (2027, 11, 9, 18, 0)]),
        (NEW_YORK, date(2027, 3, 9), [(2027, 3, 10, 0, 0), (2027, 3, 16, 23, 0), (2027, 3, 23, 23, 0)]),
        (NEW_YORK, date(2027, 11, 2), [(2027, 11, 2, 23, 0), (2027, 11, 10, 0, 0), (2027, 11, 17, 0, 0)]),
        (LORD_HOWE, date(2027, 4, 1), [(2027, 4, 1, 8, 0), (2027, 4, 8, 8, 30), (2027, 4, 15, 8, 30)]),
        (LORD_HOWE, date(2027, 9, 28), [(2027, 9, 28, 8, 30), (2027, 10, 5, 8, 0), (2027, 10, 12, 8, 0)]),
    ],
)
def test_the_time_on_the_wall_stays_when_clocks_change(
    zone: ZoneInfo, first: date, openings: list[tuple[int, ...]]
) -> None:
    dates = weekly_dates(zone, first, time(19, 0), 3)
    assert [round_.opens for round_ in dates] == [utc(*opening) for opening in openings]
    assert {round_.opens.astimezone(zone).time() for round_ in dates} == {time(19, 0)}
    assert {round_.closes.astimezone(zone).time() for round_ in dates} == {time(19, 0)}


@pytest.mark.parametrize(
    ("zone", "day", "at", "shown"),
    [
        (BERLIN, date(2027, 3, 28), time(2, 30), time(3, 30)),
        (NEW_YORK, date(2027, 3, 14), time(2, 0), time(3, 0)),
        (LORD_HOWE, date(2027, 10, 3), time(2, 15), time(2, 45)),
    ],
)
def test_a_time_that_clocks_leave_out_is_put_off_by_what_they_skip(
    zone: ZoneInfo, day: date, at: time, shown: time
) -> None:
    local = moment_of(zone, day, at).astimezone(zone)
    assert (local.date(), local.time()) == (day, shown)
    after = moment_of(zone, day + timedelta(days=7), at).astimezone(zone)
    assert after.time() == at


@pytest.mark.parametrize(
    ("zone", "day", "at", "first"),
    [
        (BERLIN, date(2027, 10, 31), time(2, 30), utc(2027, 10, 31, 0, 30)),
        (NEW_YORK, date(2027, 11, 7), time(1, 30), utc(2027, 11, 7, 5, 30)),
        (LORD_HOWE, date(2027, 4, 4), time(1, 45), utc(2027, 4, 3, 14, 45)),
    ],
)
def test_of_a_time_that_comes_twice_the_first_counts(zone: ZoneInfo, day: date, at: time, first: datetime) -> None:
    moment = moment_of(zone, day, at)
    assert moment == first
    again = datetime.combine(day, at, tzinfo=zone).replace(fold=1).astimezone(UTC)
    assert again - moment == (timedelta(minutes=30) if zone is LORD_HOWE else timedelta(hours=1))


@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK, LORD_HOWE, ZoneInfo("UTC")])
@pytest.mark.parametrize("at", [time(0, 0), time(1, 45), time(2, 15), time(19, 0), time(23, 59)])
def test_a_year_of_rounds_leaves_no_gap_and_overlaps_nowhere(zone: ZoneInfo, at: time) -> None:
    dates = weekly_dates(zone, date(2027, 1, 3), at, 53)
    assert all(one.closes == following.opens for one, following in pairwise(dates))
    assert all(timedelta(days=6, hours=23) <= one.closes - one.opens <= timedelta(days=7, hours=1) for one in dates)
    assert sum((one.closes - one.opens for one in dates), timedelta()) == dates[-1].closes - dates[0].opens


def test_rounds_may_be_short_and_come_every_other_week() -> None:
    dates = weekly_dates(BERLIN, date(2027, 1, 4), time(18, 30), 3, weeks=2, days=3)
    assert [one.opens for one in dates] == [utc(2027, 1, day, 17, 30) for day in (4, 18)] + [utc(2027, 2, 1, 17, 30)]
    assert all(one.closes - one.opens == timedelta(days=3) for one in dates)
    assert weekly_dates(BERLIN, date(2027, 1, 4), time(18, 30), 0) == ()


def test_the_first_day_is_on_its_day_of_the_week() -> None:
    monday = date(2027, 1, 4)
    assert first_weekday_from(0, monday) == monday
    assert [first_weekday_from(weekday, monday).weekday() for weekday in range(7)] == list(range(7))
    assert first_weekday_from(6, monday + timedelta(days=6)) == date(2027, 1, 10)
    assert first_weekday_from(0, monday + timedelta(days=1)) == date(2027, 1, 11)


def test_the_day_is_that_of_the_zone() -> None:
    moment = utc(2027, 1, 4, 12)
    assert day_of(LORD_HOWE, moment) == date(2027, 1, 4)
    assert day_of(LORD_HOWE, moment + timedelta(hours=2)) == date(2027, 1, 5)
    assert day_of(NEW_YORK, utc(2027, 1, 4, 4)) == date(2027, 1, 3)
