"""Periods by the names that addresses give them, and which of a kind come before and after one."""

from datetime import UTC, datetime, timedelta
from typing import Final

from engine.errors import Malformed
from tournaments.leaderboards.periods import ALL, DAY, MONTH, SEASON, WEEK, period_at, span_at

FIRST_YEAR: Final = 2000
_FORMS: Final = {MONTH: "%Y-%m", DAY: "%Y-%m-%d"}


def period_named(kind: str, name: str, moment: datetime) -> str:
    """The period of one kind with a name; refused if there is none, or it has not begun at a moment."""
    begun = begin_of(kind, name)
    if begun is None or begun.year < FIRST_YEAR:
        raise Malformed("leaderboard/no-such-period", "There is no such period; “2026-11” is a month.")
    if begun > moment:
        raise Malformed("leaderboard/not-begun", "This period has not begun yet.")
    return name


def begin_of(kind: str, name: str) -> datetime | None:
    """When the period of one kind with a name begins; None if no period is called so, or it is all time."""
    if kind == ALL:
        return None
    try:
        begun = _read(kind, name).replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
    return begun if period_at(kind, begun) == name else None


def _read(kind: str, name: str) -> datetime:
    if kind == SEASON:
        year, _, quarter = name.partition("-q")
        return datetime(int(year), 3 * int(quarter) - 2, 1)  # noqa: DTZ001 - all of these get their zone in one place
    # The first day of a week is Monday.
    return datetime.strptime(f"{name}-1", "%G-w%V-%u") if kind == WEEK else datetime.strptime(name, _FORMS[kind])  # noqa: DTZ007


def before(kind: str, name: str) -> str | None:
    """The period before one; None where there is none."""
    begun = begin_of(kind, name)
    earlier = begun - timedelta(days=1) if begun else None
    return period_at(kind, earlier) if earlier and earlier.year >= FIRST_YEAR else None


def behind(kind: str, name: str, moment: datetime) -> str | None:
    """The period after one; None where it has not begun at a moment."""
    begun = begin_of(kind, name)
    span = span_at(kind, begun) if begun else None
    return period_at(kind, span[1]) if span and span[1] <= moment else None
