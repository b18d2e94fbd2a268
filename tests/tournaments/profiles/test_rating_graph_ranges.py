"""Ranges of time on a profile."""

from datetime import timedelta

from tests.tournaments.profiles.results import NOON
from tournaments.profiles.rating_graph import ALL, MONTH, RANGES, beginning_of, range_named


def test_an_unknown_range_is_everything() -> None:
    assert [range_named(name) for name in ("month", "", "fortnight")] == [MONTH, ALL, ALL]


def test_ranges_get_longer_until_there_is_no_beginning() -> None:
    beginnings = [beginning_of(name, NOON) for name in RANGES]
    assert beginnings[0] == NOON - timedelta(days=30)
    assert beginnings[-1] is None
    assert beginnings[:-1] == sorted((at for at in beginnings if at is not None), reverse=True)
