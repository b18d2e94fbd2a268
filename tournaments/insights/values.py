"""What insights say of a club in a period."""

from datetime import date, timedelta
from typing import Final, NamedTuple

WEEKS: Final = (4, 12, 52)
"""The periods that are offered, in weeks."""
USUAL: Final = 12


class Week(NamedTuple):
    """How many people have finished a game in a week."""

    begins: date
    players: int
    games: int


class Attendance(NamedTuple):
    """How many did not come to the tables that were drawn for them, in a tournament or a season of a league."""

    name: str
    season: int | None
    """The number of the season, of a league."""
    seats: int
    """How many were expected, in all rounds together."""
    missed: int

    @property
    def percent(self) -> int:
        """How many of a hundred did not come."""
        return round(100 * self.missed / self.seats) if self.seats else 0


class Length(NamedTuple):
    """How long games of one kind took on average."""

    variant: str
    games: int
    length: timedelta
    events: int
    """How many events their logs hold."""


class Insights(NamedTuple):
    """How a club was doing in some weeks."""

    weeks: int
    members: int
    active: int
    """How many of the members have finished a game."""
    players: int
    """How many people have, members or not."""
    games: int
    participation: list[Week]
    """Week by week, the oldest first, without gaps."""
    attendance: list[Attendance]
    """The latest first."""
    lengths: list[Length]
    levels: dict[int, int]
    """How many seats were played on each level."""
    weekdays: list[int]
    """How many games began on each day of the week, Monday first, on the club's clocks."""
    hours: list[int]
    """How many began in each hour of the day."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was played."""
        return not self.games and not any(week.players for week in self.participation) and not self.attendance


def weeks_until(today: date, weeks: int) -> list[date]:
    """The Mondays of the latest weeks, the oldest first, this week's last."""
    monday = today - timedelta(days=today.weekday())
    return [monday - timedelta(weeks=back) for back in reversed(range(weeks))]
