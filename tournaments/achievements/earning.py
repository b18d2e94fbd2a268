"""Which achievements there are, and when somebody has earned them."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias, TypeVar

from tournaments.achievements.facts import Facts, Result, Run
from tournaments.leaderboards.periods import PROVISIONAL
from tournaments.ratings.pools import DUPLICATE, pool_of

OPPONENTS: Final = 10
STREAK: Final = 5
MANY: Final = 100
STRONG: Final = 1700
UPSET: Final = 200
"""By how much the other's rating is higher in an upset."""
FULL_TABLE: Final = 4
BIG_FIELD: Final = 10
STEADY: Final = 20
LONG: Final = 3
"""The fewest rounds of a tournament whose attendance is worth telling of."""

Timed = TypeVar("Timed", Result, Run)
Earning: TypeAlias = Callable[[Facts], datetime | None]
"""When somebody has earned an achievement; None if they have not."""


class Earned(NamedTuple):
    """An achievement, and since when."""

    key: str
    at: datetime


def earned(facts: Facts) -> list[Earned]:
    """What somebody has achieved, the latest first."""
    found = [Earned(key, at) for key, earning in ACHIEVEMENTS.items() if (at := earning(facts)) is not None]
    return sorted(found, key=lambda one: one.at, reverse=True)


def _first(things: Iterable[Timed]) -> datetime | None:
    return min((thing.at for thing in things), default=None)


def _won_at_a_full_table(result: Result) -> bool:
    return result.is_win and result.field == FULL_TABLE and not _is_duplicate(result)


def _is_duplicate(result: Result) -> bool:
    return result.pool == pool_of(DUPLICATE)


def _in_the_top_tenth(result: Result) -> bool:
    return _is_duplicate(result) and result.field >= BIG_FIELD and result.place * 10 <= result.field


def _is_strong(result: Result) -> bool:
    return result.rating >= STRONG and result.games >= PROVISIONAL


def _streak(facts: Facts) -> datetime | None:
    """The last win of the first streak in any pool."""
    pools = groupby(sorted(facts.results, key=lambda result: result.pool), key=lambda result: result.pool)
    ends = [_end_of_streak([(result.at, result.is_win) for result in results], STREAK) for _, results in pools]
    return min((end for end in ends if end is not None), default=None)


def _end_of_streak(steps: Sequence[tuple[datetime, bool]], length: int) -> datetime | None:
    """When something has first gone well so many times in a row."""
    row = 0
    for at, is_good in steps:
        row = row + 1 if is_good else 0
        if row == length:
            return at
    return None


ACHIEVEMENTS: Final[dict[str, Earning]] = {
    "first-win": lambda facts: _first(result for result in facts.results if result.is_win),
    "settled": lambda facts: _first(result for result in facts.results if result.games == PROVISIONAL),
    "opponents": lambda facts: facts.met[OPPONENTS - 1] if len(facts.met) >= OPPONENTS else None,
    "full-table": lambda facts: _first(filter(_won_at_a_full_table, facts.results)),
    "streak": _streak,
    "upset": lambda facts: facts.upset,
    "top-tenth": lambda facts: _first(filter(_in_the_top_tenth, facts.results)),
    "attended": lambda facts: facts.attended,
    "strong": lambda facts: _first(filter(_is_strong, facts.results)),
    "hundred": lambda facts: _first(result for result in facts.results if result.games == MANY),
    "master": lambda facts: _first(run for run in facts.runs if run.is_complete and run.has_top_title),
    "steady": lambda facts: _end_of_streak([(run.at, run.is_complete) for run in facts.runs], STEADY),
    "harsh": lambda facts: _first(run for run in facts.runs if run.is_complete and run.is_hardest),
}
"""By their keys, the easier ones first."""
