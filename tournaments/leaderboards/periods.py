"""Periods of leaderboards, each by a name of its own; days begin at midnight UTC, weeks on Monday."""

from datetime import datetime, timedelta
from typing import Final

ALL: Final = "all"
SEASON: Final = "season"
MONTH: Final = "month"
WEEK: Final = "week"
DAY: Final = "day"
PERIODS: Final = (ALL, SEASON, MONTH, WEEK, DAY)
LEAST: Final = {ALL: 3, SEASON: 3, MONTH: 3, WEEK: 2, DAY: 1}
"""How many rated matches a place on a leaderboard takes."""
OPPONENTS: Final = {ALL: 3, SEASON: 3, MONTH: 3, WEEK: 2, DAY: 2}
"""How many different opponents it takes where ratings are compared: who plays only with a friend shows how good they
are to nobody else."""
PROVISIONAL: Final = 10
"""With fewer rated matches than this a rating is marked as provisional."""


def period_at(kind: str, at: datetime) -> str:
    """The name of the period of one kind in which a moment lies: `all`, `2026-q4`, `2026-11`, `2026-w47`,
    `2026-11-16`."""
    if kind == ALL:
        return ALL
    if kind == SEASON:
        return f"{at.year}-q{(at.month + 2) // 3}"
    if kind == WEEK:
        year, week, _ = at.isocalendar()
        return f"{year}-w{week:02}"
    return at.strftime("%Y-%m" if kind == MONTH else "%Y-%m-%d")


def periods_at(at: datetime) -> dict[str, str]:
    """The names of all periods in which a moment lies, by their kinds."""
    return {kind: period_at(kind, at) for kind in PERIODS}


def span_at(kind: str, at: datetime) -> tuple[datetime, datetime] | None:
    """When the period of one kind in which a moment lies begins, and when the next one does; None for all time."""
    day = at.replace(hour=0, minute=0, second=0, microsecond=0)
    if kind == ALL:
        return None
    if kind == DAY:
        return day, day + timedelta(days=1)
    if kind == WEEK:
        monday = day - timedelta(days=day.weekday())
        return monday, monday + timedelta(days=7)
    months = 3 if kind == SEASON else 1
    first = day.replace(month=(day.month - 1) // months * months + 1, day=1)
    return first, (first + timedelta(days=31 * months)).replace(day=1)
