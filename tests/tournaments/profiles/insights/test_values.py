"""Values of insights."""

from datetime import date

from tournaments.profiles.insights.selectors import Attendance, weeks_until


def test_weeks_begin_on_mondays_and_this_one_is_the_last() -> None:
    assert weeks_until(date(2026, 11, 15), 3) == [date(2026, 10, 26), date(2026, 11, 2), date(2026, 11, 9)]
    assert weeks_until(date(2026, 11, 16), 1) == [date(2026, 11, 16)]


def test_the_share_of_those_who_did_not_come_is_in_percent() -> None:
    assert Attendance("Spring", None, 8, 3).percent == 38
    assert Attendance("Spring", None, 0, 0).percent == 0
