"""A leaderboard with many players, written as fast as the database takes it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model

from games.accounts.models import Account
from tournaments.ratings.leaderboards.board import current_board
from tournaments.ratings.leaderboards.redis_boards import editions_held, refresh_board
from tournaments.ratings.models import BoardBucket, BoardRow, RatedPlayer, RatingPool

POOL: Final = "brikks/standard"
PERIOD: Final = "all"
MEAN: Final = 1500
SPREAD: Final = 250
AT_ONCE: Final = 10_000


def fill(players: int) -> range:
    """Make so many players with ratings as they are usually spread; the numbers of their accounts."""
    rng = Random(players)  # noqa: S311 - ratings by lot, not secrets
    ids = [f"r-{key:016x}" for key in rng.sample(range(2**60), players)]
    values = [round(rng.gauss(MEAN, SPREAD)) for _ in ids]
    numbers = range(1, players + 1)
    RatingPool.objects.create(key=POOL, generation=1, version=1)
    with transaction.atomic():
        _write(Account, _accounts(numbers))
        _write(RatedPlayer, ({"id": key, "account_id": number} for key, number in zip(ids, numbers, strict=True)))
        _write(BoardRow, _rows(ids, values))
        many = Counter(values).items()
        _write(BoardBucket, (_bucket(number, *one) for number, one in enumerate(many, start=1)))
    _tidy()
    return numbers


def _accounts(numbers: Iterable[int]) -> Iterator[dict[str, Any]]:
    pattern = _columns(Account(password="!"))  # noqa: S106 - nobody logs in with it
    for number in numbers:
        yield {**pattern, "id": number, "username": f"p{number}", "display_name": f"Player {number}"}


def _rows(ids: Sequence[str], values: Sequence[int]) -> Iterator[dict[str, Any]]:
    of = {"pool": POOL, "generation": 1, "period": PERIOD, "version": 1}
    pattern = _columns(BoardRow(**of, deviation=80, games=20, is_listed=True))
    for number, (key, value) in enumerate(zip(ids, values, strict=True), start=1):
        yield {**pattern, "id": number, "player_id": key, "value": value}


def _columns(row: Model) -> dict[str, Any]:
    return {str(field.column): getattr(row, field.attname) for field in row._meta.concrete_fields}


def _bucket(number: int, value: int, players: int) -> dict[str, Any]:
    of = {"id": number, "pool": POOL, "generation": 1, "period": PERIOD}
    return {**of, "value": value, "players": players}


def _write(model: type[Model], rows: Iterable[dict[str, Any]]) -> None:
    """Rows of a table, each with all columns."""
    columns = [str(field.column) for field in model._meta.concrete_fields]
    said = ([row[column] for column in columns] for row in rows)
    named = ", ".join(f'"{column}"' for column in columns)
    table = model._meta.db_table
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor, cursor.copy(f'COPY "{table}" ({named}) FROM STDIN') as copy:
            for row in said:
                copy.write_row(row)
        return
    insert = f'INSERT INTO "{table}" ({named}) VALUES ({", ".join(["%s"] * len(columns))})'  # noqa: S608
    with connection.cursor() as cursor:
        for some in _portions(said):
            cursor.executemany(insert, some)


def _portions(rows: Iterator[Sequence[Any]]) -> Iterator[list[Sequence[Any]]]:
    some: list[Sequence[Any]] = []
    for row in rows:
        some.append(row)
        if len(some) == AT_ONCE:
            yield some
            some = []
    yield some


def _tidy() -> None:
    """What a site that has grown to this size has long done by itself."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE)")
    if settings.REDIS_URL:
        refresh_board(POOL, PERIOD)
        board = current_board(POOL, PERIOD)
        assert editions_held([board]) == [board.edition], "Redis holds the board."
