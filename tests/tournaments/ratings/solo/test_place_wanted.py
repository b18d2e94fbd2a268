"""What somebody without a place on the leaderboards of solo scores is told that it takes."""

import pytest

from tests.tournaments.ratings.solo.runs import AT, ended_run
from tests.tournaments.ratings.solo.test_services import counted
from tests.tournaments.sample_clubs import viewer
from tournaments.ratings.leaderboards.filters import BoardFilter, parse_filter
from tournaments.ratings.leaderboards.selectors import OwnPlace, see_own_place

pytestmark = pytest.mark.django_db


def own(choice: BoardFilter | None = None) -> OwnPlace:
    """Where Ada stands, of all time unless another board is named."""
    found = see_own_place(choice or parse_filter("solo", {}, AT), viewer("Ada"))
    assert found is not None
    return found


@pytest.mark.parametrize(("given_up", "missing"), [(1, 2), (2, 1), (3, 1), (5, 1)])
def test_runs_that_were_given_up_count_but_one_has_to_be_played_to_its_end(given_up: int, missing: int) -> None:
    counted(*(ended_run("Ada", 80, forfeited=True) for _ in range(given_up)))
    assert (own().games, own().missing, own().needs_end) == (given_up, missing, True)
    counted(*(ended_run("Ada", 80) for _ in range(missing)))
    told = own()
    assert told.line is not None
    assert (told.line.place, told.games, told.missing, told.needs_end) == (1, given_up + missing, 0, False)


def test_whoever_has_not_played_at_all_is_told_how_many_it_takes() -> None:
    assert (own().games, own().missing, own().needs_end) == (0, 3, False)


def test_only_runs_of_the_level_and_the_period_count() -> None:
    counted(ended_run("Ada", 80, forfeited=True, level=2), ended_run("Ada", 80, AT.replace(month=3), forfeited=True))
    boards = {"level": {"level": "2"}, "month": {"period": "month"}, "march": {"period": "month", "of": "2026-03"}}
    told = {name: own(parse_filter("solo", said, AT)) for name, said in boards.items()}
    assert {name: (one.games, one.missing) for name, one in told.items()} == {
        "level": (1, 2),
        "month": (1, 2),
        "march": (1, 2),
    }
    assert (own().games, own().missing) == (2, 1)
