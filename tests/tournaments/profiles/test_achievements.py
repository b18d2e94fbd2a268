"""Achievements: what each takes, and since when somebody has it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest

from tests.tournaments.profiles.results import day
from tournaments.profiles.achievements import (
    ACHIEVEMENT_WORDS,
    ACHIEVEMENTS,
    AchievementFacts,
    RatedResult,
    SoloResult,
    earned_achievements,
)


def result(at: int, **changes: Any) -> RatedResult:
    """A lost duel on some day."""
    return RatedResult("brikks/duel", day(at), 2, 2, False, 1500, at + 1)._replace(**changes)


def won(at: int, **changes: Any) -> RatedResult:
    """A duel that was won."""
    return result(at, place=1, **changes)


def run(at: int, **changes: Any) -> SoloResult:
    """A solo game that was played to its end."""
    return SoloResult(day(at), is_complete=True, is_hardest=False, has_top_title=False)._replace(**changes)


def when(key: str, facts: AchievementFacts) -> datetime | None:
    """Since when somebody has an achievement."""
    return next((one.at for one in earned_achievements(facts) if one.key == key), None)


DUPLICATE = "brikks/duplicate"


@dataclass(frozen=True)
class Case:
    """Facts that earn an achievement on the fourth day, and some that just do not."""

    key: str
    enough: AchievementFacts
    short: AchievementFacts


CASES = [
    Case(
        "first-win",
        AchievementFacts([result(1), won(4), won(5)]),
        AchievementFacts([result(1), won(2, is_shared=True)]),
    ),
    Case(
        "settled", AchievementFacts([result(4, games=10), result(6, games=10)]), AchievementFacts([result(4, games=9)])
    ),
    Case("hundred", AchievementFacts([result(4, games=100)]), AchievementFacts([result(4, games=99)])),
    Case("opponents", AchievementFacts(met=[day(0)] * 9 + [day(4)]), AchievementFacts(met=[day(0)] * 9)),
    Case(
        "full-table",
        AchievementFacts([won(4, field=4)]),
        AchievementFacts([won(3, field=3), won(4, field=4, pool=DUPLICATE)]),
    ),
    Case(
        "streak",
        AchievementFacts([won(0), won(1), won(2), won(3), won(4), won(5)]),
        AchievementFacts([won(0), won(1), won(2), won(3, is_shared=True), won(4), won(5)]),
    ),
    Case("upset", AchievementFacts(upset=day(4)), AchievementFacts()),
    Case("attended", AchievementFacts(attended=day(4)), AchievementFacts()),
    Case(
        "top-tenth",
        AchievementFacts([result(4, pool=DUPLICATE, place=2, field=20)]),
        AchievementFacts(
            [result(3, pool=DUPLICATE, place=3, field=20), won(4, pool=DUPLICATE, field=9), result(5, field=20)]
        ),
    ),
    Case(
        "strong",
        AchievementFacts([result(3, rating=1720, games=9), result(4, rating=1700, games=10)]),
        AchievementFacts([result(3, rating=1720, games=9), result(4, rating=1699, games=10)]),
    ),
    Case("master", AchievementFacts(runs=[run(4, has_top_title=True)]), AchievementFacts(runs=[run(4)])),
    Case(
        "harsh",
        AchievementFacts(runs=[run(4, is_hardest=True)]),
        AchievementFacts(runs=[run(4, is_hardest=True, is_complete=False)]),
    ),
    Case(
        "steady",
        AchievementFacts(runs=[run(0, is_complete=False), *[run(1)] * 19, run(4)]),
        AchievementFacts(runs=[*[run(1)] * 19, run(2, is_complete=False), run(4)]),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_it_is_earned_when_it_is_and_not_before(case: Case) -> None:
    assert when(case.key, case.enough) == day(4)
    assert when(case.key, case.short) is None


def test_each_has_a_case_and_words() -> None:
    assert {case.key for case in CASES} == set(ACHIEVEMENTS) == set(ACHIEVEMENT_WORDS)
    assert all(str(words.name) and str(words.meaning).endswith(".") for words in ACHIEVEMENT_WORDS.values())


def test_wins_in_a_row_are_counted_by_pool() -> None:
    other = [won(at, pool="brikks/standard") for at in range(4)]
    assert when("streak", AchievementFacts([*other, won(4)])) is None
    between = [won(0), won(1), won(2), result(2, pool="brikks/standard"), won(3), won(4)]
    assert when("streak", AchievementFacts(between)) == day(4)


def test_the_latest_comes_first_and_nothing_from_nothing() -> None:
    assert earned_achievements(AchievementFacts()) == []
    found = earned_achievements(AchievementFacts([won(1)], upset=day(3), attended=day(2)))
    assert [one.key for one in found] == ["upset", "attended", "first-win"]
