"""What counting results writes comes out of both sources alike, whatever happens in between."""

from datetime import datetime, timedelta
from random import Random

import pytest
from django.conf import settings

from games.accounts.erasing import erase
from tests.games.tables import account
from tests.sizes import size
from tests.tournaments.clubs import viewer
from tests.tournaments.ratings.world import BEGIN, LATER, STANDARD, people, played
from tournaments.leaderboards.boards import board_of
from tournaments.leaderboards.choosing import choose
from tournaments.leaderboards.periods import periods_at
from tournaments.leaderboards.redis import SortedSet
from tournaments.leaderboards.refreshing import refresh
from tournaments.leaderboards.sql import Tables
from tournaments.models import RatedPlayer
from tournaments.ratings.counting import count_results
from tournaments.selectors.leaderboards import see_leaderboard, see_own

pytestmark = pytest.mark.django_db


@pytest.mark.skipif(not settings.REDIS_URL, reason="There is no Redis here.")
@pytest.mark.parametrize("seed", range(size(2, 20)))
def test_redis_follows_results_row_by_row(seed: int) -> None:
    rng, somebody = Random(seed), people(12)
    for number in range(30):
        who = rng.sample(somebody, rng.randint(2, 4))
        played(who, [rng.randint(1, 3) for _ in who], BEGIN + timedelta(hours=7 * number + rng.randint(0, 3)))
        count_results(LATER)
        if rng.random() < 0.6:
            compare(BEGIN + timedelta(hours=7 * number))
    compare(BEGIN)


def compare(moment: datetime) -> None:
    """Bring Redis up to date, and look at all boards of a moment in both ways."""
    for period in periods_at(moment).values():
        refresh(STANDARD, period)
        board = board_of(STANDARD, period)
        assert SortedSet(board).top(99) == Tables(board).top(99)
        assert SortedSet(board).count() == Tables(board).count()


def test_results_bring_places_and_erasing_takes_them_away() -> None:
    ada, bob = account("Ada"), account("Bob")
    for number in range(3):
        played([ada.pk, bob.pk, *people(2)], [1, 2, 3, 4], BEGIN + timedelta(days=number))
    count_results(LATER)
    choice = choose("standard", {}, BEGIN)
    page = see_leaderboard(choice, viewer(None))
    assert [(line.place, line.name, line.games) for line in page.lines] == [(1, "Ada", 3), (2, "Bob", 3)]
    own = see_own(choice, viewer("Bob"))
    assert own is not None
    assert [line.name for line in own.lines] == ["Ada", "Bob"]
    erase(bob)
    page = see_leaderboard(choice, viewer(None))
    assert [(line.place, line.name) for line in page.lines] == [(1, "Ada")]
    erase(ada)
    page = see_leaderboard(choice, viewer(None))
    assert (page.lines, page.players) == ([], 0)
    assert not RatedPlayer.objects.filter(account__in=[ada.pk, bob.pk]).exists()
