"""How long tables wait for whoever has not come: as was agreed on, and a few minutes for who comes after that."""

from datetime import UTC, datetime, timedelta

import pytest

from games.extension import LEAST_PRESENT
from tournaments.events.settings import Settings
from tournaments.events.timetable import (
    FEWEST_THAT_WAIT,
    starts_without_absent_at,
    tables_wait_until,
    usual_wait,
    wait_after_sitting_down,
)

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


@pytest.mark.parametrize(
    ("length", "wait"),
    [
        (30, None),
        (3 * MINUTE, None),
        (15 * MINUTE, 3 * MINUTE),
        (HOUR, 15 * MINUTE),
        (2 * HOUR, 30 * MINUTE),
        (5 * HOUR, HOUR),
        (DAY, 12 * HOUR),
        (2 * DAY, DAY),
        (7 * DAY, 3 * DAY),
        (14 * DAY, 7 * DAY),
    ],
)
def test_tables_usually_wait_a_quarter_of_the_round_or_half_of_one_of_days(length: int, wait: int | None) -> None:
    assert usual_wait(length) == wait


def test_nothing_starts_before_two_have_come() -> None:
    assert starts_without_absent_at(NOON, [], 600) is None
    assert starts_without_absent_at(NOON, [NOON - minutes(5)], 600) is None


def test_as_many_are_enough_as_a_game_begins_with() -> None:
    came = [NOON - minutes(15)] * FEWEST_THAT_WAIT
    assert starts_without_absent_at(NOON, came[: LEAST_PRESENT - 1], 600) is None
    assert starts_without_absent_at(NOON, came[:LEAST_PRESENT], 600) == NOON
    assert FEWEST_THAT_WAIT > LEAST_PRESENT


def test_whoever_came_in_time_starts_when_everybody_should_be_there() -> None:
    assert starts_without_absent_at(NOON, [NOON - minutes(15), NOON - minutes(12)], 600) == NOON
    assert starts_without_absent_at(NOON, [NOON - minutes(12), NOON - minutes(11), NOON - minutes(1)], 600) == NOON


@pytest.mark.parametrize(("wait", "longer"), [(120, 2), (600, 10), (7200, 10)])
def test_who_comes_later_waits_some_minutes_for_the_others(wait: int, longer: int) -> None:
    assert wait_after_sitting_down(wait) == minutes(longer)
    late = [NOON - minutes(30), NOON + minutes(7), NOON + minutes(8)]
    assert starts_without_absent_at(NOON, late, wait) == NOON + minutes(7 + longer)


@pytest.mark.parametrize(
    ("wait", "left", "until"), [(None, 60, None), (900, 60, 15), (900, 15, 7.5), (900, 10, 5), (900, 0, None)]
)
def test_a_round_that_has_less_time_waits_for_half_of_it(wait: int | None, left: float, until: float | None) -> None:
    settings = Settings("swiss", "standard", seats=4, wait=wait)
    expected = None if until is None else NOON + minutes(until)
    assert tables_wait_until(settings, NOON + minutes(left), NOON) == expected
