"""Achievements: which there are, what they are called, and from which facts it follows when somebody earned them."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.ratings.leaderboards.periods import PROVISIONAL
from tournaments.ratings.pools import pool_of
from tournaments.variants import DUPLICATE


class RatedResult(NamedTuple):
    """A rated match of somebody, and what it made of their rating."""

    pool: str
    at: datetime
    place: int
    field: int
    is_shared: bool
    """Whether others took the first place too; nothing is said of other places."""
    rating: int
    games: int
    """How many matches of the pool this makes."""

    @property
    def is_win(self) -> bool:
        """Whether it was won outright."""
        return self.place == 1 and not self.is_shared


class SoloResult(NamedTuple):
    """A rated solo game of somebody."""

    at: datetime
    is_complete: bool
    """Whether it was played to its end."""
    is_hardest: bool
    """Whether it was played on the hardest level."""
    has_top_title: bool
    """Whether it has earned the highest title."""


class AchievementFacts(NamedTuple):
    """What is known of somebody, each sequence with the oldest first."""

    results: Sequence[RatedResult] = ()
    runs: Sequence[SoloResult] = ()
    met: Sequence[datetime] = ()
    """When they had finished the first rated game with each of those they have met at a table."""
    upset: datetime | None = None
    """When they were first placed before somebody whose rating was much higher than theirs, and settled."""
    attended: datetime | None = None
    """When the first tournament ended of which they have played every round."""


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
Timed = TypeVar("Timed", RatedResult, SoloResult)
Earning: TypeAlias = Callable[[AchievementFacts], datetime | None]
"""When somebody has earned an achievement; None if they have not."""


class EarnedAchievement(NamedTuple):
    """An achievement, and since when."""

    key: str
    at: datetime


def earned_achievements(facts: AchievementFacts) -> list[EarnedAchievement]:
    """What somebody has achieved, the latest first."""
    found = [EarnedAchievement(key, at) for key, earning in ACHIEVEMENTS.items() if (at := earning(facts)) is not None]
    return sorted(found, key=lambda one: one.at, reverse=True)


def _first(things: Iterable[Timed]) -> datetime | None:
    return min((thing.at for thing in things), default=None)


def _won_at_a_full_table(result: RatedResult) -> bool:
    return result.is_win and result.field == FULL_TABLE and not _is_duplicate(result)


def _is_duplicate(result: RatedResult) -> bool:
    return result.pool == pool_of(DUPLICATE)


def _in_the_top_tenth(result: RatedResult) -> bool:
    return _is_duplicate(result) and result.field >= BIG_FIELD and result.place * 10 <= result.field


def _is_strong(result: RatedResult) -> bool:
    return result.rating >= STRONG and result.games >= PROVISIONAL


def _streak(facts: AchievementFacts) -> datetime | None:
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


class AchievementWords(NamedTuple):
    """The name of an achievement, and what one has to have done."""

    name: Promise
    meaning: Promise


ACHIEVEMENT_WORDS: Final = {
    "first-win": AchievementWords(_("First win"), _("Won a rated match.")),
    "settled": AchievementWords(
        _("A known quantity"), _("Played ten rated matches of one kind: the rating is not provisional any more.")
    ),
    "opponents": AchievementWords(_("Well met"), _("Finished rated games with ten different people.")),
    "full-table": AchievementWords(_("Four at the table"), _("Won a rated game against three others.")),
    "streak": AchievementWords(_("Five in a row"), _("Won five rated matches of one kind, one after the other.")),
    "upset": AchievementWords(
        _("Against the odds"),
        _("Came out ahead of somebody whose rating was 200 higher, and not provisional."),
    ),
    "top-tenth": AchievementWords(
        _("Among the best on the same dice"),
        _("Played a round in which everybody had the same dice, and came among the best tenth of at least ten."),
    ),
    "attended": AchievementWords(
        _("Always there"), _("Played every round of a tournament or season of three rounds or more.")
    ),
    "strong": AchievementWords(
        _("Seventeen hundred"), _("Reached a rating of 1700 that was not provisional any more.")
    ),
    "hundred": AchievementWords(_("A hundred matches"), _("Played a hundred rated matches of one kind.")),
    "master": AchievementWords(
        _("Master of the sheet"), _("Finished a rated solo game with the highest title there is.")
    ),
    "steady": AchievementWords(
        _("To the end"), _("Played twenty rated solo games in a row, and gave up none of them.")
    ),
    "harsh": AchievementWords(_("The harsh way"), _("Finished a rated solo game on the hardest level.")),
}
assert set(ACHIEVEMENT_WORDS) == set(ACHIEVEMENTS)
