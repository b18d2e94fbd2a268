"""Periods by their names."""

from datetime import UTC, datetime

import pytest

from engine.errors import Malformed
from tests.tournaments.ratings.leaderboards.rows import refused
from tournaments.ratings.leaderboards.periods import (
    ALL,
    DAY,
    MONTH,
    PERIODS,
    SEASON,
    WEEK,
    period_after,
    period_at,
    period_before,
    period_begin,
    period_named,
)

NOW = datetime(2026, 11, 16, 19, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("kind", "name", "begun", "earlier", "later"),
    [
        (SEASON, "2026-q1", (2026, 1, 1), "2025-q4", "2026-q2"),
        (SEASON, "2026-q4", (2026, 10, 1), "2026-q3", None),
        (MONTH, "2026-01", (2026, 1, 1), "2025-12", "2026-02"),
        (MONTH, "2026-11", (2026, 11, 1), "2026-10", None),
        (WEEK, "2026-w53", (2026, 12, 28), "2026-w52", None),
        (WEEK, "2026-w01", (2025, 12, 29), "2025-w52", "2026-w02"),
        (DAY, "2024-02-29", (2024, 2, 29), "2024-02-28", "2024-03-01"),
        (DAY, "2026-11-16", (2026, 11, 16), "2026-11-15", None),
    ],
)
def test_a_period_has_a_beginning_and_neighbours(
    kind: str, name: str, begun: tuple[int, int, int], earlier: str, later: str | None
) -> None:
    assert period_begin(kind, name) == datetime(*begun, tzinfo=UTC)
    assert period_before(kind, name) == earlier
    assert period_after(kind, name, NOW) == later


@pytest.mark.parametrize("kind", PERIODS)
def test_the_name_of_every_period_is_understood(kind: str) -> None:
    name = period_at(kind, NOW)
    if kind == ALL:
        assert period_begin(kind, name) is None
        assert period_before(kind, name) is None
        assert period_after(kind, name, NOW) is None
    else:
        assert period_named(kind, name, NOW) == name


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        *((kind, name) for kind in PERIODS for name in ("", "all", "2026", "x", "\0", "2026-13", "9" * 30 + "-q1")),
        *((MONTH, name) for name in ("2026-1", "２０２６-11", "2026-11-01", "1999-12", "2026-00")),
        *((WEEK, name) for name in ("2026-w00", "2026-w54", "2025-w53", "2026-w1", "2026-W01")),
        *((SEASON, name) for name in ("2026-q0", "2026-q5", "2026-Q1", "0-q1", "99999999999-q1")),
        *((DAY, name) for name in ("2026-02-30", "2026-2-03", "26-02-03")),
    ],
)
def test_what_names_no_period_is_refused(kind: str, name: str) -> None:
    with refused(Malformed, "leaderboard/no-such-period"):
        period_named(kind, name, NOW)


def test_a_period_that_has_not_begun_is_refused() -> None:
    for kind, name in ((SEASON, "2027-q1"), (MONTH, "2026-12"), (WEEK, "2026-w48"), (DAY, "2026-11-17")):
        with refused(Malformed, "leaderboard/not-begun"):
            period_named(kind, name, NOW)
