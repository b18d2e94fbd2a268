"""What counting results writes comes out of both sources alike, whatever happens in between."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

import pytest
from django.conf import settings

from games.accounts.callers import ANYBODY, Viewer
from games.accounts.erasure import erase_account
from tests.games.sample_tables import account
from tests.sizes import size
from tests.tournaments.ratings.world import BEGIN, LATER, STANDARD, people, played
from tests.tournaments.sample_clubs import club, viewer
from tournaments.clubs.models import Membership
from tournaments.ratings.leaderboards.board import Cursor, read_cursor
from tournaments.ratings.leaderboards.filters import BoardFilter, parse_filter
from tournaments.ratings.leaderboards.periods import periods_at
from tournaments.ratings.leaderboards.redis_boards import RedisSource, refresh_board
from tournaments.ratings.leaderboards.selectors import BoardPage, see_leaderboard, see_own_place
from tournaments.ratings.leaderboards.source import ask_board
from tournaments.ratings.models import RatedPlayer
from tournaments.ratings.services import count_waiting_results

pytestmark = pytest.mark.django_db


@pytest.mark.skipif(not settings.REDIS_URL, reason="There is no Redis here.")
@pytest.mark.parametrize("seed", range(size(2, 20)))
def test_redis_follows_results_row_by_row(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, somebody = Random(seed), people(12)
    made = club(is_public=True)
    Membership.objects.bulk_create(
        Membership(club=made, account_id=one, role="member", joined_at=BEGIN) for one in somebody[::2]
    )
    looking = [ANYBODY, *(Viewer(one) for one in somebody[:4])]
    for number in range(30):
        who = rng.sample(somebody, rng.randint(2, 4))
        played(who, [rng.randint(1, 3) for _ in who], BEGIN + timedelta(hours=7 * number + rng.randint(0, 3)))
        count_waiting_results(LATER)
        if rng.random() < 0.6:
            compare(BEGIN + timedelta(hours=7 * number), made.pk, looking[number % 5], monkeypatch)
    compare(BEGIN, made.pk, looking[1], monkeypatch)


def compare(moment: datetime, club_id: str, looking: Viewer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring Redis up to date, and ask for all boards of a moment with it and without: whole answers, page by page."""
    for kind, period in periods_at(moment).items():
        refresh_board(STANDARD, period)
        choice = parse_filter("standard", {"period": kind}, moment)
        assert ask_board(STANDARD, period, lambda _, source: (source.count(), type(source))[1]) is RedisSource
        with_redis = answers(choice, club_id, looking)
        with monkeypatch.context() as without:
            without.setattr(settings, "REDIS_URL", "")
            assert answers(choice, club_id, looking) == with_redis


def answers(choice: BoardFilter, club_id: str, looking: Viewer) -> list[object]:
    """Everything that can be asked about a board: all pages of it and of the club's, and where somebody stands."""
    found: list[object] = []
    for club_asked in (None, club_id):
        found += pages(choice, looking, club_asked)
        found += [see_own_place(choice, looking, reach, club_asked) for reach in (0, 2)]
    return found


def pages(choice: BoardFilter, looking: Viewer, club_asked: str | None) -> Iterator[tuple[BoardPage, Cursor | None]]:
    """A board from its first page to its last, each behind the cursor of the one before, which is sealed anew."""
    cursor, is_more = None, True
    while is_more:
        page = see_leaderboard(choice, looking, 3, cursor, club_asked)
        cursor = read_cursor(page.next) if page.next else None
        is_more = cursor is not None
        yield page._replace(next=None), cursor


def test_results_bring_places_and_erasing_takes_them_away() -> None:
    ada, bob = account("Ada"), account("Bob")
    for number in range(3):
        played([ada.pk, bob.pk, *people(2)], [1, 2, 3, 4], BEGIN + timedelta(days=number))
    count_waiting_results(LATER)
    choice = parse_filter("standard", {}, BEGIN)
    page = see_leaderboard(choice, viewer(None))
    assert [(line.place, line.name, line.games) for line in page.lines] == [(1, "Ada", 3), (2, "Bob", 3)]
    own = see_own_place(choice, viewer("Bob"))
    assert own is not None
    assert [line.name for line in own.lines] == ["Ada", "Bob"]
    erase_account(bob)
    page = see_leaderboard(choice, viewer(None))
    assert [(line.place, line.name) for line in page.lines] == [(1, "Ada")]
    erase_account(ada)
    page = see_leaderboard(choice, viewer(None))
    assert (page.lines, page.players) == ([], 0)
    assert not RatedPlayer.objects.filter(account__in=[ada.pk, bob.pk]).exists()
