"""A Redis that is empty, behind, torn or away shows nothing wrong, and is right again soon."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from django.conf import settings

from brikks_site.celery import app
from games.clock.site_time import now
from tests.sizes import size
from tests.tournaments.ratings.leaderboards.rows import POOL, client, flush, player_id, put, take_out
from tournaments.ratings.leaderboards import redis_boards as sets
from tournaments.ratings.leaderboards.board import Board, OutdatedError, Placed, Source, current_board
from tournaments.ratings.leaderboards.periods import period_at
from tournaments.ratings.leaderboards.redis_boards import (
    RedisSource,
    editions_held,
    outdated_boards,
    redis_key,
    refresh_board,
    refresh_current_boards,
    request_refresh,
)
from tournaments.ratings.leaderboards.source import TableSource, ask_board
from tournaments.ratings.models import RatingPool
from tournaments.ratings.tasks import refresh_leaderboard

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not settings.REDIS_URL, reason="There is no Redis here."),
]

NOW = datetime(2026, 11, 16, 19, 30, tzinfo=UTC)
FEW = {player_id(number): 1500 + number % 4 for number in range(9)}


def top(board: Board) -> list[Placed]:
    return ask_board(board.pool, board.period, lambda _, source: source.top(20))


def source_of(board: Board) -> type[Source]:
    """From where a question is answered."""
    return ask_board(board.pool, board.period, lambda _, source: (source.count(), type(source))[1])


def test_what_redis_does_not_hold_comes_from_the_tables_and_a_worker_is_asked_once(
    django_capture_on_commit_callbacks: Any,
) -> None:
    board = put(FEW)
    with django_capture_on_commit_callbacks() as rung:
        assert source_of(board) is source_of(board) is TableSource
    assert len(rung) == 1
    refresh_leaderboard(board.pool, board.period)
    with django_capture_on_commit_callbacks() as rung:
        assert source_of(board) is RedisSource
    assert rung == []


@pytest.fixture
def worker() -> Iterator[None]:
    """Tasks are done where they are asked for, as a worker would do them."""
    app.conf.update(task_always_eager=True, task_eager_propagates=True)
    yield
    app.conf.update(task_always_eager=False, task_eager_propagates=False)


@pytest.mark.usefixtures("worker")
def test_a_flushed_redis_heals_itself_when_somebody_looks(django_capture_on_commit_callbacks: Any) -> None:
    board = put(FEW)
    refresh_board(board.pool, board.period)
    shown = top(board)
    flush()
    with django_capture_on_commit_callbacks(execute=True):
        assert source_of(board) is TableSource
        assert top(board) == shown
    assert source_of(board) is RedisSource
    assert top(board) == shown


@pytest.mark.usefixtures("worker")
def test_what_has_changed_meanwhile_is_brought_by_the_sweep(django_capture_on_commit_callbacks: Any) -> None:
    month = period_at("month", now())
    board = put(FEW, period=month)
    refresh_board(board.pool, board.period)
    board = put({player_id(3): 1900}, period=month)
    with django_capture_on_commit_callbacks(execute=True):
        request_refresh(now())
    assert (outdated_boards(now()), editions_held([board])) == ([], [board.edition])


def test_a_set_of_which_only_the_rows_are_lost_is_not_believed() -> None:
    board = put(FEW)
    refresh_board(board.pool, board.period)
    client().delete(redis_key(board.pool, board.period))
    assert source_of(board) is TableSource


def test_an_older_edition_is_not_shown_and_is_found_by_the_sweep(django_capture_on_commit_callbacks: Any) -> None:
    old = put(FEW)
    refresh_board(old.pool, old.period)
    with django_capture_on_commit_callbacks() as rung:
        request_refresh(NOW)
    assert rung == []
    board = put({player_id(3): 1900})
    assert top(board)[0] == Placed(1, 1900, player_id(3))
    assert source_of(board) is TableSource
    with django_capture_on_commit_callbacks() as rung:
        request_refresh(NOW)
    assert len(rung) == 1
    assert outdated_boards(NOW) == [board]
    refresh_current_boards(NOW)
    assert outdated_boards(NOW) == []
    assert source_of(board) is RedisSource
    assert top(board)[0] == Placed(1, 1900, player_id(3))


@pytest.mark.parametrize("seed", range(size(3, 30)))
def test_what_has_changed_is_taken_over_whatever_it_was(seed: int) -> None:
    rng = Random(seed)
    board = put({player_id(number): rng.randint(1400, 1410) for number in range(30)})
    refresh_board(board.pool, board.period)
    for _ in range(12):
        some = rng.sample([player_id(number) for number in range(45)], rng.randint(1, 6))
        what = rng.random()
        if what < 0.6:
            board = put({player: rng.randint(1400, 1410) for player in some})
        else:
            board = take_out(some, board, is_deleted=what > 0.8)
        if rng.random() < 0.6:
            refresh_board(board.pool, board.period)
            assert RedisSource(board).top(99) == TableSource(board).top(99)
    refresh_board(board.pool, board.period)
    assert RedisSource(board).top(99) == TableSource(board).top(99)


def test_another_generation_is_filled_anew() -> None:
    old = put(FEW)
    refresh_board(old.pool, old.period)
    RatingPool.objects.filter(pk=POOL).update(generation=2)
    board = put({player_id(1): 1234})
    refresh_board(board.pool, board.period)
    assert RedisSource(board).top(99) == [Placed(1, 1234, player_id(1))]


def test_so_is_one_that_is_newer_than_the_tables() -> None:
    board = put(FEW)
    put({player_id(1): 1900})
    refresh_board(board.pool, board.period)
    RatingPool.objects.filter(pk=POOL).update(version=board.version)
    assert source_of(board) is TableSource
    refresh_board(board.pool, board.period)
    assert source_of(board) is RedisSource


def test_a_board_on_which_nobody_is_left_is_empty_in_redis_too() -> None:
    board = put({player_id(1): 1500})
    refresh_board(board.pool, board.period)
    board = take_out([player_id(1)], board)
    refresh_board(board.pool, board.period)
    assert RedisSource(board).top(9) == []
    assert RedisSource(board).count() == 0
    empty = current_board("brikks/duel", "all")
    refresh_board(empty.pool, empty.period)
    assert RedisSource(empty).count() == 0


def test_only_one_fills_a_board_and_whoever_died_at_it_is_followed_by_another() -> None:
    board = put(FEW)
    filling = f"{redis_key(board.pool, board.period)}:filling"
    client().set(filling, "somebody", ex=60)
    refresh_board(board.pool, board.period)
    assert source_of(board) is TableSource
    client().delete(filling)
    refresh_board(board.pool, board.period)
    assert source_of(board) is RedisSource
    assert client().ttl(redis_key(board.pool, board.period)) > 0


def test_a_redis_that_is_away_costs_one_wait_and_nothing_else(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    board = put(FEW)
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(sets._away, "until", 0.0)
    assert top(board) == TableSource(board).top(20)
    assert sets._away.until > 0
    with pytest.raises(OutdatedError) as found:
        RedisSource(board).count()
    assert not found.value.is_there
    refresh_board(board.pool, board.period)
    assert outdated_boards(NOW) == []
