"""Achievements: what each takes, and since when somebody has it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest

from tests.tournaments.profiles.results import day
from tournaments.achievements.earning import ACHIEVEMENTS, earned
from tournaments.achievements.facts import Facts, Result, Run
from tournaments.achievements.words import WORDS


def result(at: int, **changes: Any) -> Result:
    """A lost duel on some day."""
    return Result("brikks/duel", day(at), 2, 2, False, 1500, at + 1)._replace(**changes)


def won(at: int, **changes: Any) -> Result:
    """A duel that was won."""
    return result(at, place=1, **changes)


def run(at: int, **changes: Any) -> Run:
    """A solo game that was played to its end."""
    return Run(day(at), is_complete=True, is_hardest=False, has_top_title=False)._replace(**changes)


def when(key: str, facts: Facts) -> datetime | None:
    """Since when somebody has an achievement."""
    return next((one.at for one in earned(facts) if one.key == key), None)


DUPLICATE = "brikks/duplicate"


@dataclass(frozen=True)
class Case:
    """Facts that earn an achievement on the fourth day, and some that just do not."""

    key: str
    enough: Facts
    short: Facts


CASES = [
    Case("first-win", Facts([result(1), won(4), won(5)]), Facts([result(1), won(2, is_shared=True)])),
    Case("settled", Facts([result(4, games=10), result(6, games=10)]), Facts([result(4, games=9)])),
    Case("hundred", Facts([result(4, games=100)]), Facts([result(4, games=99)])),
    Case("opponents", Facts(met=[day(0)] * 9 + [day(4)]), Facts(met=[day(0)] * 9)),
    Case("full-table", Facts([won(4, field=4)]), Facts([won(3, field=3), won(4, field=4, pool=DUPLICATE)])),
    Case(
        "streak",
        Facts([won(0), won(1), won(2), won(3), won(4), won(5)]),
        Facts([won(0), won(1), won(2), won(3, is_shared=True), won(4), won(5)]),
    ),
    Case("upset", Facts(upset=day(4)), Facts()),
    Case("attended", Facts(attended=day(4)), Facts()),
    Case(
        "top-tenth",
        Facts([result(4, pool=DUPLICATE, place=2, field=20)]),
        Facts([result(3, pool=DUPLICATE, place=3, field=20), won(4, pool=DUPLICATE, field=9), result(5, field=20)]),
    ),
    Case(
        "strong",
        Facts([result(3, rating=1720, games=9), result(4, rating=1700, games=10)]),
        Facts([result(3, rating=1720, games=9), result(4, rating=1699, games=10)]),
    ),
    Case("master", Facts(runs=[run(4, has_top_title=True)]), Facts(runs=[run(4)])),
    Case("harsh", Facts(runs=[run(4, is_hardest=True)]), Facts(runs=[run(4, is_hardest=True, is_complete=False)])),
    Case(
        "steady",
        Facts(runs=[run(0, is_complete=False), *[run(1)] * 19, run(4)]),
        Facts(runs=[*[run(1)] * 19, run(2, is_complete=False), run(4)]),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_it_is_earned_when_it_is_and_not_before(case: Case) -> None:
    assert when(case.key, case.enough) == day(4)
    assert when(case.key, case.short) is None


def test_each_has_a_case_and_words() -> None:
    assert {case.key for case in CASES} == set(ACHIEVEMENTS) == set(WORDS)
    assert all(str(words.name) and str(words.meaning).endswith(".") for words in WORDS.values())


def test_wins_in_a_row_are_counted_by_pool() -> None:
    other = [won(at, pool="brikks/standard") for at in range(4)]
    assert when("streak", Facts([*other, won(4)])) is None
    between = [won(0), won(1), won(2), result(2, pool="brikks/standard"), won(3), won(4)]
    assert when("streak", Facts(between)) == day(4)


def test_the_latest_comes_first_and_nothing_from_nothing() -> None:
    assert earned(Facts()) == []
    found = earned(Facts([won(1)], upset=day(3), attended=day(2)))
    assert [one.key for one in found] == ["upset", "attended", "first-win"]
