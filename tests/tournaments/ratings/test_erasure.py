"""An account that is erased leaves its ratings to nobody: no other figure changes, and nothing says whose they were."""

import pytest

from games.accounts.erasure import erase_account
from games.accounts.models import Account
from games.play.models import PlayerGame
from tests.tournaments.ratings.world import (
    BEGIN,
    DUPLICATE,
    STANDARD,
    count,
    deal,
    field_of,
    hours,
    people,
    played,
    tables,
    void,
)
from tournaments.audit.ratings import check_ratings
from tournaments.audit.solo import check_solo
from tournaments.ratings.generation import begin_build
from tournaments.ratings.models import BoardBucket, BoardRow, FormerSeat, RatedPlayer, RatingPool, SoloRun
from tournaments.ratings.players import players_of
from tournaments.ratings.rebuild import rebuild_ratings
from tournaments.ratings.rerating import finish_build
from tournaments.ratings.solo.services import rebuild_solo

pytestmark = pytest.mark.django_db

FIGURES = ((STANDARD, "LedgerEntry"), (STANDARD, "Rating"), (DUPLICATE, "LedgerEntry"), (DUPLICATE, "Rating"))


def world() -> tuple[list[int], list[str]]:
    """Four people who have played with each other, also on a shared deal."""
    folk = people(4)
    games = [played(folk, [1, 2, 3, 4], BEGIN + hours(at)) for at in range(4)]
    field_of(deal(BEGIN), folk, [50, 60, 70, 80], BEGIN)
    count()
    return folk, games


def test_nobodys_figures_change_and_what_comes_later_is_computed_as_before() -> None:
    folk, games = world()
    before = tables(STANDARD, DUPLICATE)
    player = players_of(folk)[folk[0]]
    erase_account(Account.objects.get(pk=folk[0]))
    after = tables(STANDARD, DUPLICATE)
    assert [after[table] for table in FIGURES] == [before[table] for table in FIGURES]
    void(games[1])
    count()
    voided = tables(STANDARD, DUPLICATE)
    assert player in {row[2] for row in voided[STANDARD, "LedgerEntry"]}
    list(rebuild_ratings())
    assert tables(STANDARD, DUPLICATE) == voided


def test_nothing_says_any_more_who_it_was() -> None:
    folk, _ = world()
    player = players_of(folk)[folk[0]]
    erase_account(Account.objects.get(pk=folk[0]))
    assert RatedPlayer.objects.get(pk=player).account_id is None
    assert not PlayerGame.objects.filter(account=folk[0]).exists()
    assert FormerSeat.objects.filter(player=player).count() == 5


def test_solo_games_that_nobody_is_compared_with_go_and_those_on_shared_dice_stay() -> None:
    folk, _ = world()
    for at, score in enumerate((70, 90, 80)):
        played(folk[:1], [1], BEGIN + hours(at), variant="solo", scores=[score])
    other = played(folk[1:2], [1], variant="solo", scores=[85])
    count()
    player, rest = players_of(folk)[folk[0]], players_of(folk)[folk[1]]
    assert SoloRun.objects.filter(player=player).count() == 4
    erase_account(Account.objects.get(pk=folk[0]))
    assert [run.score for run in SoloRun.objects.filter(player=player)] == [50]
    assert {seat.game.card.variant for seat in FormerSeat.objects.filter(player=player)} == {"standard", "solo"}
    assert set(BoardRow.objects.filter(pool="brikks/solo", player=player).values_list("value", "is_listed")) == {
        (50, False)
    }
    assert SoloRun.objects.filter(player=rest, game=other).exists()
    assert check_solo().findings == check_ratings().findings == []
    runs = set(SoloRun.objects.values_list("pk", "player"))
    list(rebuild_solo())
    assert set(SoloRun.objects.values_list("pk", "player")) == runs


def test_whoever_has_only_played_alone_leaves_nothing() -> None:
    [somebody] = people(1)
    for at in range(3):
        played([somebody], [1], BEGIN + hours(at), variant="solo")
    count()
    played([somebody], [1], BEGIN + hours(4), variant="solo")
    assert BoardRow.objects.exists()
    erase_account(Account.objects.get(pk=somebody))
    count()
    for rows in (RatedPlayer, FormerSeat, SoloRun, BoardRow, BoardBucket):
        assert not rows._default_manager.exists()
    assert check_solo().findings == []


def test_an_erased_player_has_no_place_on_any_board() -> None:
    folk, _ = world()
    player = players_of(folk)[folk[0]]
    versions = dict(RatingPool.objects.values_list("key", "version"))
    assert BoardRow.objects.filter(player=player, is_listed=True).exists()
    erase_account(Account.objects.get(pk=folk[0]))
    assert not BoardRow.objects.filter(player=player, is_listed=True).exists()
    for pool in RatingPool.objects.all():
        assert pool.version > versions[pool.key]
        rows = BoardRow.objects.filter(pool=pool.key, is_listed=True)
        assert sum(BoardBucket.objects.filter(pool=pool.key).values_list("players", flat=True)) == rows.count()
        assert not rows.filter(player=player).exists()
        assert set(rows.filter(version__gt=versions[pool.key])) == set()
    assert BoardRow.objects.filter(player=player, version__gt=0).exists()


def test_an_account_that_goes_while_a_generation_is_built_is_on_none_of_its_boards() -> None:
    folk, _ = world()
    build = begin_build(STANDARD, is_all=True)
    assert build is not None
    erase_account(Account.objects.get(pk=folk[0]))
    assert finish_build(build)
    shown = tables(STANDARD)
    player = RatedPlayer.objects.get(account=None).pk
    assert {row[6] for row in shown[STANDARD, "BoardRow"] if row[1] == player} == {False}
    list(rebuild_ratings())
    assert tables(STANDARD) == shown


def test_a_result_that_is_not_counted_yet_is_counted_without_the_account() -> None:
    folk = people(2)
    played(folk, [1, 2])
    erase_account(Account.objects.get(pk=folk[0]))
    count()
    assert len(tables(STANDARD)[STANDARD, "LedgerEntry"]) == 2
    assert RatedPlayer.objects.filter(account=None).count() == 1


def test_whoever_has_played_nothing_rated_leaves_nothing() -> None:
    [somebody] = people(1)
    erase_account(Account.objects.get(pk=somebody))
    assert not RatedPlayer.objects.exists()
