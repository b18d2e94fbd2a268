"""Which games stand in the solo table, and what the leaderboards of solo scores say of them."""

from datetime import timedelta
from random import Random

import pytest
from django.db import transaction

from games.clock.site_time import now
from games.play.deals import make_deal
from games.play.models import Deal, GameCard, SeatResult
from games.play.moves import make_move
from games.results import GameResult, SeatOutcome
from tests.games.sample_tables import account, caller, command, fold_of, play_out
from tests.sizes import size
from tests.tournaments.dealt_rounds import dealt
from tests.tournaments.ratings.solo.runs import AT, begun_run, ended_run
from tournaments.ratings.leaderboards.periods import LEAST, PERIODS, period_at, span_at
from tournaments.ratings.models import BoardBucket, BoardRow, FormerSeat, RatedPlayer, SoloRun
from tournaments.ratings.players import make_players
from tournaments.ratings.solo.selectors import statistics_of_account
from tournaments.ratings.solo.services import countable_games, run_if, store_runs

pytestmark = pytest.mark.django_db


def counted(*games: str) -> None:
    """Let these games be counted, as the counting of results does."""
    with transaction.atomic():
        store_runs(games)


def table() -> list[tuple[str, int, int, bool]]:
    """The runs in the table: the game, score, rated score, whether it was played to its end."""
    return list(SoloRun.objects.order_by("pk").values_list("pk", "score", "rated", "is_complete"))


def board(pool: str, period: str = "all") -> dict[str, tuple[int, int, bool]]:
    """A leaderboard: by username the best score, how many runs, whether it is listed."""
    rows = BoardRow.objects.filter(pool=pool, period=period).select_related("player__account")
    return {
        row.player.account.username if row.player.account else "": (row.value, row.games, row.is_listed) for row in rows
    }


@pytest.mark.parametrize(("level", "rated"), [(1, 100), (2, 105), (3, 110), (4, 115)])
def test_a_run_counts_with_what_its_level_adds(level: int, rated: int) -> None:
    game = ended_run("Ada", 100, level=level)
    counted(game)
    assert table() == [(game, 100, rated, True)]


def test_a_run_that_was_played_is_counted_as_its_page_says() -> None:
    game = begun_run("Ada")
    fold = play_out(game)
    counted(game)
    total = fold.rules.outcome(fold.state).scores[0]["total"]
    assert table() == [(game, total, total, True)]
    assert statistics_of_account(account("Ada").pk).runs == 1


def test_a_run_that_was_given_up_counts_as_it_stood() -> None:
    game = begun_run("Ada", levels=[3])
    fold = fold_of(game)
    make_move(game, caller("Ada"), command(), fold.rules.encode(fold.rules.resigned(fold.state, 0)), fold.asked)
    counted(game)
    score = SeatResult.objects.get(game=game).score
    assert table() == [(game, score, score + 10, False)]
    found = statistics_of_account(account("Ada").pk)
    assert (found.best, found.mean, found.completion) == (None, score + 10, 0)


def test_other_games_do_not_count() -> None:
    deal = dealt(make_deal(is_shared=True))
    games = [
        ended_run("Ada", 100, is_rated=False),
        ended_run("Ada", 100, variant="standard"),
        ended_run("Ada", 100, status="voided"),
        ended_run("Ada", 100, status="running"),
        ended_run("Ada", 100, deal=deal, tournament="t-1"),
        ended_run(None, 100),
    ]
    counted(*games)
    assert table() == []
    deal.closed_at = now()
    deal.save()
    counted(*games)
    assert [run[0] for run in table()] == [games[4]]


def test_a_run_on_shared_dice_of_somebody_who_was_erased_stays_theirs() -> None:
    deal = dealt(make_deal(is_shared=True))
    Deal.objects.filter(pk=deal.pk).update(closed_at=AT)
    game = ended_run(None, 90, deal=deal, tournament="t-1")
    former = RatedPlayer.objects.create(id="r-former")
    FormerSeat.objects.create(game_id=game, seat=0, player=former)
    counted(game)
    assert SoloRun.objects.get().player == former
    assert board("brikks/solo") == {"": (90, 1, False)}


def test_a_voided_run_leaves_the_table_and_comes_back_with_the_reversal() -> None:
    games = [ended_run("Ada", score) for score in (80, 120, 60)]
    counted(*games)
    assert board("brikks/solo") == {"ada": (120, 3, True)}
    GameCard.objects.filter(pk=games[1]).update(status="voided")
    counted(games[1])
    assert [run[0] for run in table()] == sorted([games[0], games[2]])
    assert board("brikks/solo") == {"ada": (80, 2, False)}
    GameCard.objects.filter(pk=games[1]).update(status="finished")
    counted(games[1])
    assert board("brikks/solo") == {"ada": (120, 3, True)}


def test_a_run_that_is_forfeited_by_a_ruling_is_no_best_any_more() -> None:
    games = [ended_run("Ada", score) for score in (80, 120, 60)]
    counted(*games)
    SeatResult.objects.filter(game=games[1]).update(has_forfeited=True)
    counted(games[1])
    assert board("brikks/solo") == {"ada": (80, 3, True)}


def test_leaderboards_are_by_level_and_by_period() -> None:
    games = [
        ended_run("Ada", 100, AT, 1),
        ended_run("Ada", 90, AT - timedelta(days=1), 4),
        ended_run("Ada", 130, AT - timedelta(days=60), 1),
        ended_run("Bob", 150, AT, 1, forfeited=True),
    ]
    counted(*games)
    assert board("brikks/solo") == {"ada": (130, 3, True)}
    assert board("brikks/solo/1") == {"ada": (130, 2, False)}
    assert board("brikks/solo/4") == {"ada": (105, 1, False)}
    assert board("brikks/solo", period_at("day", AT)) == {"ada": (100, 1, True)}
    assert board("brikks/solo", period_at("month", AT)) == {"ada": (105, 2, False)}
    assert board("brikks/solo", period_at("week", AT - timedelta(days=1))) == {"ada": (105, 1, False)}


def test_counting_again_changes_nothing() -> None:
    games = [ended_run("Ada", 100), ended_run("Bob", 110, level=2)]
    counted(*games)
    before = list(BoardRow.objects.order_by("pk").values())
    counted(*games)
    assert list(BoardRow.objects.order_by("pk").values()) == before


def test_whatever_comes_and_goes_the_boards_say_what_counting_from_the_beginning_says() -> None:
    dice = Random(7)
    people = ["Ada", "Bob", "Cleo"]
    games = [
        ended_run(
            dice.choice(people),
            dice.randrange(40, 160),
            AT - timedelta(days=dice.randrange(100)),
            dice.randrange(1, 5),
            forfeited=dice.random() < 0.2,
        )
        for _ in range(size(25, 120))
    ]
    for game in games:
        counted(game)
        if dice.random() < 0.4:
            other = dice.choice(games)
            GameCard.objects.filter(pk=other).update(status=dice.choice(["voided", "finished", "adjudicated"]))
            counted(other)
    counted(*games)
    assert boards() == expected()


def boards() -> tuple[set[object], set[object]]:
    """All rows of leaderboards, and how many players have each value."""
    rows = BoardRow.objects.values_list("pool", "period", "player", "value", "games", "is_listed")
    return set(rows), set(BoardBucket.objects.values_list("pool", "period", "value", "players"))


def expected() -> tuple[set[object], set[object]]:
    """All boards, from all runs at once."""
    own: dict[tuple[str, str, str, str], list[SoloRun]] = {}
    for run in SoloRun.objects.all():
        for kind in PERIODS:
            for pool in ("brikks/solo", f"brikks/solo/{run.level}"):
                own.setdefault((pool, kind, period_at(kind, run.ended_at), run.player_id), []).append(run)
    rows: set[object] = set()
    buckets: dict[tuple[str, str, int], int] = {}
    for (pool, kind, period, player), runs in own.items():
        complete = [run.rated for run in runs if run.is_complete]
        if complete:
            is_listed = len(runs) >= LEAST[kind]
            rows.add((pool, period, player, max(complete), len(runs), is_listed))
            if is_listed:
                buckets[pool, period, max(complete)] = buckets.get((pool, period, max(complete)), 0) + 1
    return rows, {(*bucket, players) for bucket, players in buckets.items()}


def test_what_another_result_would_do_is_told_without_doing_it() -> None:
    game = ended_run("Ada", 100, level=2)
    player = make_players([account("Ada").pk])[account("Ada").pk]
    as_it_is = run_if(game, GameResult("finished", 9, "", (SeatOutcome(100, 1, False, None),)))
    assert as_it_is is not None
    assert (as_it_is.player_id, as_it_is.rated, as_it_is.is_complete) == (player, 105, True)
    forfeited = run_if(game, GameResult("finished", 9, "", (SeatOutcome(100, 1, True, None),)))
    assert forfeited is not None
    assert not forfeited.is_complete
    assert run_if(game, GameResult("voided", 9, "", (SeatOutcome(100, None, False, None),))) is None
    assert table() == []
    assert list(countable_games().values_list("pk", flat=True)) == [game]


@pytest.mark.parametrize("kind", PERIODS[1:])
def test_a_period_holds_exactly_the_moments_that_have_its_name(kind: str) -> None:
    for days in range(0, 800, 13):
        at = AT + timedelta(days=days)
        span = span_at(kind, at)
        assert span is not None
        begin, end = span
        assert begin <= at < end
        assert period_at(kind, begin) == period_at(kind, end - timedelta(seconds=1)) == period_at(kind, at)
        assert len({period_at(kind, moment) for moment in (begin - timedelta(seconds=1), at, end)}) == 3
