"""The benchmarks of ratings and leaderboards run as they are, with tiny sizes, on whatever databases there are."""

import os
from dataclasses import replace

import pytest

from benchmarks import leaderboards, rating
from benchmarks.report import Line
from benchmarks.sizes import QUICK

NOWHERE = "postgres://postgres@127.0.0.1:1/postgres"
TINY = replace(QUICK, rounds=5, rated=60, rerated=(20, 60), ranked=(120, 240))


@pytest.fixture(autouse=True)
def services(monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether PostgreSQL is measured too: only where these tests have one."""
    is_there = os.environ.get("DATABASE_URL", "").startswith("postgres")
    if not is_there:
        monkeypatch.setenv("DATABASE_URL", NOWHERE)
    return is_there


def check(lines: list[Line], names: list[str]) -> None:
    """Every line has a figure, or says why there is none."""
    measured = [line for line in lines if line.measured is not None]
    assert [line.name for line in measured] == names
    for line in measured:
        assert (line.measured or 0) > 0
        assert line.ratio is not None
        assert line.runs >= 5
    assert all("does not answer" in line.note for line in lines if line not in measured)


@pytest.mark.slow
def test_ratings_are_measured_against_the_library_and_against_fewer(services: bool) -> None:
    vendors = ["SQLite", "PostgreSQL"] if services else ["SQLite"]
    what = ("60 matches", "with leaderboards", "re-rating 60")
    names = [f"{vendor}, {one}" for vendor in vendors for one in what]
    check(list(rating.measure(TINY)), names)


@pytest.mark.slow
def test_leaderboards_are_measured_with_few_and_with_many(services: bool) -> None:
    ways = ["SQLite", "PostgreSQL", "Redis"] if services else ["SQLite"]
    names = [f"{way}, {what}, 240" for way in ways for what in ("top 100", "around me")]
    check(list(leaderboards.measure(TINY)), names)
