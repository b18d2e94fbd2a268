"""Which step is next: from the situation alone, each at its time."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.clock.site_time import write_time
from tournaments.events.settings import Settings
from tournaments.events.state_machine import AT_ONCE, RoundSituation, Situation, Step, next_due, next_step

FIRST = datetime(2026, 5, 4, 19, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
AGREED = Settings("swiss", "standard", rounds=3, first_at=write_time(FIRST), length=86400, every=7 * 86400, remind=None)


def at(moment: datetime, **situation: Any) -> tuple[Step | None, datetime | None]:
    """What is done at a moment, and when there is something to do."""
    told = Situation(**{"status": "running", "settings": AGREED, "round_count": 3, **situation})
    return next_step(told, moment), next_due(told)


def a_round(status: str, number: int = 1, **more: Any) -> RoundSituation:
    return RoundSituation(number, status, FIRST, FIRST + DAY, **more)


@pytest.mark.parametrize("status", ["draft", "finished"])
def test_nothing_happens_by_itself_before_the_announcement_and_after_the_end(status: str) -> None:
    assert at(FIRST + 999 * DAY, status=status) == (None, None)


def test_registration_opens_at_its_time() -> None:
    opens = FIRST - 5 * DAY
    agreed = replace(AGREED, registration_opens_at=write_time(opens))
    assert at(opens - HOUR, status="announced", settings=agreed) == (None, opens)
    assert at(opens, status="announced", settings=agreed) == (Step.OPEN_REGISTRATION, opens)


def test_check_in_comes_before_the_start_where_there_is_one() -> None:
    agreed = replace(AGREED, check_in=3600)
    assert at(FIRST - HOUR, status="registration", settings=agreed) == (Step.OPEN_CHECK_IN, FIRST - HOUR)
    assert at(FIRST - HOUR, status="check-in", settings=agreed) == (None, FIRST)
    assert at(FIRST, status="check-in", settings=agreed) == (Step.START, FIRST)
    assert at(FIRST, status="registration") == (Step.START, FIRST)


def test_rounds_are_paired_as_soon_as_they_can_be() -> None:
    assert at(FIRST) == (Step.PAIR, AT_ONCE)
    assert at(FIRST, round=a_round("closed", 2)) == (Step.PAIR, AT_ONCE)
    assert at(FIRST, round=a_round("closed", 3)) == (Step.FINISH, AT_ONCE)


def test_where_everybody_gets_the_same_dice_a_round_is_paired_when_it_opens() -> None:
    second = FIRST + 7 * DAY
    assert at(second - HOUR, round=a_round("closed"), is_shared_deal=True) == (None, second)
    assert at(second, round=a_round("closed"), is_shared_deal=True) == (Step.PAIR, second)
    one_after_the_other = replace(AGREED, every=0)
    assert at(FIRST, round=a_round("closed"), is_shared_deal=True, settings=one_after_the_other)[0] is Step.PAIR


def test_a_round_that_is_paired_waits_for_an_organiser() -> None:
    assert at(FIRST + 999 * DAY, round=a_round("paired")) == (None, None)


def test_a_published_round_opens_at_its_time() -> None:
    assert at(FIRST - HOUR, round=a_round("published")) == (None, FIRST)
    assert at(FIRST, round=a_round("published")) == (Step.OPEN_ROUND, FIRST)
    assert at(FIRST, round=a_round("opening")) == (Step.MAKE_GAMES, AT_ONCE)


def test_an_open_round_closes_at_its_time_or_when_nobody_is_waited_for() -> None:
    assert at(FIRST + HOUR, round=a_round("open")) == (None, FIRST + DAY)
    assert at(FIRST + DAY, round=a_round("open"))[0] is Step.BEGIN_CLOSING
    assert at(FIRST + HOUR, round=a_round("open", is_settled=True)) == (Step.BEGIN_CLOSING, AT_ONCE)
    patient = replace(AGREED, closes_early=False)
    assert at(FIRST + HOUR, round=a_round("open", is_settled=True), settings=patient) == (None, FIRST + DAY)
    assert at(FIRST + HOUR, round=a_round("open", is_settled=True, is_reopened=True)) == (None, FIRST + DAY)


def test_a_reminder_comes_before_the_end_unless_nobody_is_waited_for() -> None:
    remind_at = FIRST + 20 * HOUR
    assert at(FIRST, round=a_round("open", remind_at=remind_at)) == (None, remind_at)
    assert at(remind_at, round=a_round("open", remind_at=remind_at))[0] is Step.REMIND
    is_done = a_round("open", remind_at=remind_at, is_settled=True, is_reopened=True)
    assert at(remind_at, round=is_done) == (None, FIRST + DAY)


def test_tables_that_wait_are_looked_at_unless_nobody_is_waited_for() -> None:
    looks_at = FIRST + HOUR
    assert at(FIRST, round=a_round("open", looks_at=looks_at)) == (None, looks_at)
    assert at(looks_at, round=a_round("open", looks_at=looks_at))[0] is Step.START_WITHOUT
    is_done = a_round("open", looks_at=looks_at, is_settled=True, is_reopened=True)
    assert at(looks_at, round=is_done) == (None, FIRST + DAY)
    for status in ("opening", "closing", "closed"):
        assert at(looks_at, round=a_round(status, looks_at=looks_at))[0] is not Step.START_WITHOUT


def test_a_round_is_closed_once_everything_is_settled() -> None:
    assert at(FIRST, round=a_round("closing")) == (Step.SETTLE, AT_ONCE)
    assert at(FIRST, round=a_round("closing", is_settled=True)) == (Step.CLOSE_ROUND, AT_ONCE)


@pytest.mark.parametrize("status", ["announced", "registration", "check-in", "running"])
def test_nothing_happens_by_itself_in_a_pause(status: str) -> None:
    assert at(FIRST + 999 * DAY, status=status, is_paused=True, round=a_round("open")) == (None, None)


def test_a_cancelled_tournament_only_ends_its_games() -> None:
    for status in ("opening", "open", "closing"):
        assert at(FIRST, status="cancelled", round=a_round(status))[0] is Step.CALL_OFF
    for status in ("paired", "published", "closed"):
        assert at(FIRST + DAY, status="cancelled", round=a_round(status)) == (None, None)
    assert at(FIRST, status="cancelled") == (None, None)
