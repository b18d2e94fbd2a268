"""Periods of leaderboards, each by a name of its own, and which come before and after one; days begin at midnight UTC,
weeks on Monday.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

from engine.errors import Malformed

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


FIRST_YEAR: Final = 2000
_FORMS: Final = {MONTH: "%Y-%m", DAY: "%Y-%m-%d"}


def period_named(kind: str, name: str, moment: datetime) -> str:
    """The period of one kind with a name; refused if there is none, or it has not begun at a moment."""
    begun = period_begin(kind, name)
    if begun is None or begun.year < FIRST_YEAR:
        raise Malformed("leaderboard/no-such-period", "There is no such period; “2026-11” is a month.")
    if begun > moment:
        raise Malformed("leaderboard/not-begun", "This period has not begun yet.")
    return name


def period_begin(kind: str, name: str) -> datetime | None:
    """When the period of one kind with a name begins; None if no period is called so, or it is all time."""
    if kind == ALL:
        return None
    try:
        begun = _parse_begin(kind, name).replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
    return begun if period_at(kind, begun) == name else None


def _parse_begin(kind: str, name: str) -> datetime:
    if kind == SEASON:
        year, _, quarter = name.partition("-q")
        return datetime(int(year), 3 * int(quarter) - 2, 1)  # noqa: DTZ001 - all of these get their zone in one place
    # The first day of a week is Monday.
    return datetime.strptime(f"{name}-1", "%G-w%V-%u") if kind == WEEK else datetime.strptime(name, _FORMS[kind])  # noqa: DTZ007


def period_before(kind: str, name: str) -> str | None:
    """The period before one; None where there is none."""
    begun = period_begin(kind, name)
    earlier = begun - timedelta(days=1) if begun else None
    return period_at(kind, earlier) if earlier and earlier.year >= FIRST_YEAR else None


def period_after(kind: str, name: str, moment: datetime) -> str | None:
    """The period after one; None where it has not begun at a moment."""
    begun = period_begin(kind, name)
    span = span_at(kind, begun) if begun else None
    return period_at(kind, span[1]) if span and span[1] <= moment else None
