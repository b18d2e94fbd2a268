"""Leaderboards for tests: rows written straight into the tables, and Redis emptied or brought up to date."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
import redis
from django.conf import settings

from engine.errors import Refused
from tests.games.sample_tables import account
from tournaments.ratings.leaderboards.board import Board, current_board
from tournaments.ratings.models import BoardBucket, BoardRow, RatedPlayer, Rating, RatingPool

POOL = "brikks/standard"
ALL_TIME = "all"


def player_id(number: int) -> str:
    """An id as the site makes them."""
    return f"r-{number * 2_654_435_761 % 2**64:016x}"


def player(name: str, **fields: Any) -> str:
    """The id under which somebody is rated."""
    somebody = account(name, **fields)
    found, _ = RatedPlayer.objects.get_or_create(account=somebody, defaults={"id": player_id(somebody.pk)})
    return found.pk


def put(values: Mapping[str, int], pool: str = POOL, period: str = ALL_TIME, **fields: Any) -> Board:
    """Give players values on a board; the pool moves on."""
    shown, _ = RatingPool.objects.get_or_create(key=pool, defaults={"generation": 1})
    shown.version += 1
    shown.save()
    of = {"pool": pool, "generation": shown.generation, "period": period}
    said = {"before": None, "deviation": 90, "games": 12, "is_listed": True, "version": shown.version, **fields}
    RatedPlayer.objects.bulk_create((RatedPlayer(id=one) for one in values), ignore_conflicts=True)
    BoardRow.objects.filter(**of, player__in=values).delete()
    BoardRow.objects.bulk_create(BoardRow(**of, player_id=one, value=value, **said) for one, value in values.items())
    _count(of)
    return current_board(pool, period)


def take_out(players: list[str], board: Board, is_deleted: bool = False) -> Board:
    """Have some no longer listed, or delete their rows; the pool moves on."""
    of = {"pool": board.pool, "generation": board.generation, "period": board.period}
    rows = BoardRow.objects.filter(**of, player__in=players)
    if is_deleted:
        rows.delete()
    else:
        rows.update(is_listed=False, version=board.version + 1)
    RatingPool.objects.filter(pk=board.pool).update(version=board.version + 1)
    _count(of)
    return current_board(board.pool, board.period)


def rate(name: str, games: int, pool: str = POOL) -> None:
    """Say how many rated games somebody has had in a pool."""
    generation = RatingPool.objects.get(pk=pool).generation
    Rating.objects.create(
        pool=pool, generation=generation, player_id=player(name), mu=25, sigma=3, games=games, at="2026-11-01T00:00Z"
    )


def _count(of: dict[str, Any]) -> None:
    BoardBucket.objects.filter(**of).delete()
    values = Counter(BoardRow.objects.filter(**of, is_listed=True).values_list("value", flat=True))
    BoardBucket.objects.bulk_create(BoardBucket(**of, value=value, players=many) for value, many in values.items())


def client() -> "redis.Redis":
    """The Redis of the tests."""
    return redis.Redis.from_url(settings.REDIS_URL)


def flush() -> None:
    """Empty Redis, as far as it is this run's."""
    for key in client().scan_iter(settings.REDIS_PREFIX + "*", count=1000):
        client().delete(key)


@contextmanager
def refused(kind: type[Refused], code: str) -> Iterator[None]:
    """What is inside is refused like this, without a database."""
    with pytest.raises(kind) as found:
        yield
    assert found.value.code == code
