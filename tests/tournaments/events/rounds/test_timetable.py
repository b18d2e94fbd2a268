"""When rounds open and close, also when something is late, early or paused."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from engine.errors import Malformed
from games.clock.site_time import write_time
from tournaments.events.settings import Settings, read_settings
from tournaments.events.timetable import (
    RoundDates,
    dates_if_opened_at,
    dates_if_opened_early,
    dates_if_paired_at,
    reminder_time,
    settings_after_pause,
    settings_starting_at,
)

FIRST = datetime(2026, 5, 4, 19, tzinfo=UTC)
HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(days=7)
WEEKLY = Settings("swiss", "standard", rounds=3, first_at=write_time(FIRST), length=4 * 86400, every=7 * 86400)
ONE_AFTER_THE_OTHER = replace(WEEKLY, every=0)


def test_rounds_are_as_they_were_laid_down() -> None:
    second = RoundDates(FIRST + WEEK, FIRST + WEEK + 4 * DAY)
    assert dates_if_paired_at(WEEKLY, 2, FIRST + 4 * DAY) == second
    assert dates_if_paired_at(WEEKLY, 2, second.opens_at + timedelta(seconds=2)) == second


def test_on_the_clocks_of_a_zone_rounds_stay_at_the_same_hour_when_these_change() -> None:
    autumn = datetime(2026, 10, 20, 17, tzinfo=UTC)
    plain = replace(WEEKLY, first_at=write_time(autumn))
    assert [plain.opening(number).hour for number in (1, 2)] == [17, 17]
    berlin = replace(plain, zone="Europe/Berlin")
    assert [berlin.opening(number) for number in (1, 2)] == [autumn, autumn + WEEK + HOUR]
    assert berlin.closing(1) == autumn + 4 * DAY
    assert replace(berlin, length=6 * 86400).closing(1) == autumn + 6 * DAY + HOUR
    short = replace(berlin, every=36 * 3600, length=3600)
    assert short.opening(5) == autumn + 6 * DAY, "hours are hours"


def test_settings_without_a_zone_are_written_as_they_were_before_there_were_any() -> None:
    assert "zone" not in WEEKLY.as_json()
    said = replace(WEEKLY, zone="Europe/Berlin").as_json()
    assert read_settings(said).zone == "Europe/Berlin"
    with pytest.raises(Malformed):
        read_settings({**said, "zone": "Middle/Earth"})


def test_a_round_that_opens_late_keeps_its_end_while_most_of_its_time_is_left() -> None:
    dates = RoundDates(FIRST, FIRST + 4 * DAY)
    assert dates_if_opened_at(dates, FIRST + DAY) == dates
    assert dates_if_opened_at(dates, FIRST + DAY + HOUR) == RoundDates(FIRST + DAY + HOUR, FIRST + 5 * DAY + HOUR)
    assert dates_if_opened_at(dates, FIRST + WEEK) == RoundDates(FIRST + WEEK, FIRST + WEEK + 4 * DAY)


def test_without_a_calendar_a_round_begins_when_the_one_before_it_is_closed() -> None:
    moment = FIRST + 2 * HOUR
    assert dates_if_paired_at(ONE_AFTER_THE_OTHER, 2, moment) == RoundDates(moment, moment + 4 * DAY)
    assert dates_if_paired_at(ONE_AFTER_THE_OTHER, 1, FIRST) == RoundDates(FIRST, FIRST + 4 * DAY)


def test_a_round_that_opens_early_ends_as_it_was_laid_down() -> None:
    dates, moment = RoundDates(FIRST, FIRST + 4 * DAY), FIRST - DAY
    assert dates_if_opened_early(WEEKLY, dates, 1, moment) == RoundDates(moment, FIRST + 4 * DAY)
    assert dates_if_opened_early(ONE_AFTER_THE_OTHER, dates, 1, moment) == RoundDates(moment, moment + 4 * DAY)


def test_an_early_start_moves_the_first_round() -> None:
    calendar = tuple((write_time(FIRST + at * WEEK), write_time(FIRST + at * WEEK + DAY)) for at in range(2))
    moved = settings_starting_at(replace(WEEKLY, calendar=calendar), FIRST - DAY)
    assert [moved.opening(number) for number in (1, 2, 3)] == [FIRST - DAY, FIRST + WEEK, FIRST - DAY + 2 * WEEK]
    assert moved.closing(1) == FIRST + DAY


def test_a_pause_moves_what_is_still_to_come() -> None:
    calendar = tuple((write_time(FIRST + at * WEEK), write_time(FIRST + at * WEEK + DAY)) for at in range(2))
    paused_at = FIRST + HOUR
    later = settings_after_pause(replace(WEEKLY, calendar=calendar), paused_at, 1, 2 * DAY)
    assert [later.opening(number) - FIRST for number in (1, 2, 3)] == [0 * DAY, WEEK + 2 * DAY, 2 * WEEK + 2 * DAY]
    before = replace(WEEKLY, registration_opens_at=write_time(FIRST - DAY))
    assert settings_after_pause(before, FIRST - 2 * DAY, 0, HOUR).registration_opens_at == write_time(
        FIRST - DAY + HOUR
    )
    assert settings_after_pause(before, FIRST - HOUR, 0, HOUR).registration_opens_at == write_time(FIRST - DAY)


def test_nobody_is_reminded_too_late() -> None:
    closes_at = FIRST + 4 * DAY
    assert reminder_time(WEEKLY, closes_at, FIRST) == closes_at - DAY
    assert reminder_time(WEEKLY, closes_at, closes_at - HOUR) is None
    assert reminder_time(replace(WEEKLY, remind=None), closes_at, FIRST) is None
