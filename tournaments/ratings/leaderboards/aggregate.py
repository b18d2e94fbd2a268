"""What matches do to leaderboards: from changes of ratings to the rows of every period in which they were played.

Pure. First by days, as most matches of a batch are of one; then by the periods to which a day belongs.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from tournaments.ratings.leaderboards.opponents import (
    MOST_OPPONENTS,
    Met,
    add_opponents,
    join_opponents,
    read_met,
    write_met,
)
from tournaments.ratings.leaderboards.periods import LEAST, OPPONENTS, periods_at
from tournaments.ratings.values import PlayerId, Skill

RowKey: TypeAlias = tuple[str, PlayerId]
"""A period and a player."""


class BoardStanding(NamedTuple):
    """How somebody stands on the board of a period; the fields are those of `BoardRow`."""

    period: str
    player: PlayerId
    value: int
    before: int | None
    deviation: int | None
    games: int
    is_listed: bool
    met: str = ""
    """Whom they have met first (`tournaments.ratings.leaderboards.opponents`); empty for solo scores."""


BoardStandings: TypeAlias = dict[RowKey, BoardStanding]
NAMES_KEPT: Final = 1024


class Tally(NamedTuple):
    """What somebody has played in a period: their rating before the first and after the last match, how many matches
    there were, and against whom first."""

    before: Skill
    after: Skill
    met: Met = ()

    @property
    def games(self) -> int:
        """How many matches there were."""
        return self.after.games - self.before.games


Step: TypeAlias = tuple[datetime, PlayerId, Skill, Skill, Sequence[PlayerId]]
"""When somebody has played, what they were thought of before and after, and the first of those who played."""
Tallies: TypeAlias = dict[RowKey, Tally]


def extend_tally(
    known: Tally | None, player: PlayerId, before: Skill, after: Skill, around: Sequence[PlayerId]
) -> Tally:
    """What somebody has played with one match more, of which these are the first players."""
    met = known.met if known else ()
    if len(met) < MOST_OPPONENTS:
        met = add_opponents(met, player, around, after.games)
    return Tally(known.before if known else before, after, met)


def tally_steps(steps: Iterable[Step]) -> Tallies:
    """What everybody has played in every period, by its name; the steps are in their order."""
    tallies = GrowingTallies()
    tallies.add(steps)
    return tallies.take_all()


class GrowingTallies:
    """What has been played while steps come in, as far as it was not taken yet: by days first, and when a day is over
    by the periods to which it belongs."""

    def __init__(self) -> None:
        self._days: dict[date, dict[PlayerId, Tally]] = {}
        self._periods: dict[str, dict[PlayerId, Tally]] = {}

    def add(self, steps: Iterable[Step]) -> None:
        """What comes after what is there."""
        for at, player, before, after, around in steps:
            day = self._days.setdefault(at.date(), {})
            day[player] = extend_tally(day.get(player), player, before, after, around)

    def take_over_by(self, at: datetime) -> Tallies:
        """What was played in periods that were over by a moment: nothing comes to it any more."""
        self._end([day for day in self._days if day < at.date()])
        return self._take([period for period in self._periods if period not in period_names(at.date())])

    def take_all(self) -> Tallies:
        """Everything; what comes to it later is to be added to what is written."""
        self._end(list(self._days))
        return self._take(list(self._periods))

    def _end(self, days: Iterable[date]) -> None:
        for day in sorted(days):
            played = self._days.pop(day)
            for period in period_names(day):
                _add(self._periods.setdefault(period, {}), played)

    def _take(self, periods: Iterable[str]) -> Tallies:
        taken = {period: self._periods.pop(period) for period in periods}
        return {(period, player): played for period, players in taken.items() for player, played in players.items()}


def _add(tallies: dict[PlayerId, Tally], day: Mapping[PlayerId, Tally]) -> None:
    for player, of_day in day.items():
        known = tallies.get(player)
        tallies[player] = Tally(known.before, of_day.after, join_opponents(known.met, of_day.met)) if known else of_day


@lru_cache(NAMES_KEPT)
def period_names(day: date) -> dict[str, str]:
    """The kinds of the periods to which a day belongs, by their names."""
    return {name: kind for kind, name in periods_at(datetime.combine(day, time())).items()}


def earns_place(kind: str, games: int, met: Met) -> bool:
    """Whether so many matches, and having met these, are enough for a place on the board of a kind of period."""
    return games >= LEAST[kind] and len(met) >= OPPONENTS[kind]


@lru_cache(NAMES_KEPT)
def period_kind(period: str) -> str:
    """The kind of a period, by its name."""
    if "-" not in period:
        return "all"
    rest = period.split("-", 1)[1]
    if rest[0] in "qw":
        return {"q": "season", "w": "week"}[rest[0]]
    return "day" if "-" in rest else "month"


def board_standings(
    tallies: Tallies, stored: Mapping[RowKey, BoardStanding], erased: set[PlayerId]
) -> Iterator[BoardStanding]:
    """The rows after what was played, given those before it."""
    for (period, player), played in tallies.items():
        yield board_standing(period, player, played, stored.get((period, player)), player not in erased)


def board_standing(
    period: str, player: PlayerId, played: Tally, was: BoardStanding | None, is_there: bool
) -> BoardStanding:
    """The row of somebody in a period, with what they have played since the one before."""
    games = played.games + (was.games if was else 0)
    first = played.before.shown if played.before.games else None
    met = join_opponents(read_met(was.met), played.met) if was else played.met
    return BoardStanding(
        period,
        player,
        played.after.shown,
        was.before if was else first,
        played.after.deviation,
        games,
        is_listed=is_there and earns_place(period_kind(period), games, met),
        met=write_met(met),
    )
