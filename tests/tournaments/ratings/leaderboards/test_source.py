"""Tables and Redis give the same answers, and those that counting by hand gives."""

from bisect import bisect_right
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from tests.sizes import size
from tests.tournaments.ratings.leaderboards.rows import player_id, put, take_out
from tournaments.ratings.leaderboards.board import Board, Cursor, Placed, Source
from tournaments.ratings.leaderboards.redis_boards import RedisSource, refresh_board
from tournaments.ratings.leaderboards.source import SubsetSource, TableSource

pytestmark = pytest.mark.django_db

SOURCES: dict[str, Callable[[Board], Source]] = {"tables": TableSource, "redis": RedisSource}


def filled(source: str, board: Board) -> Source:
    """A source that is up to date."""
    if source == "redis":
        if not settings.REDIS_URL:
            pytest.skip("There is no Redis here.")
        refresh_board(board.pool, board.period)
    return SOURCES[source](board)


def by_hand(values: dict[str, int]) -> list[Placed]:
    """Everybody with their places, counted one by one."""
    rows = sorted(values.items(), key=lambda row: (-row[1], row[0]))
    return [Placed(1 + sum(other > value for other in values.values()), value, player) for player, value in rows]


def pages(source: Source, limit: int) -> list[list[Placed]]:
    """All pages, each from behind the last row of the one before."""
    found = [source.top(limit)]
    while found[-1]:
        found.append(source.top(limit, found[-1][-1].cursor))
    return found[:-1]


def some_values(rng: Random) -> dict[str, int]:
    """Players with few different values, so that many tie."""
    return {player_id(number): rng.randint(-3, 9) * 7 for number in range(rng.randint(0, 40))}


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("seed", range(size(6, 60)))
def test_the_answers_are_those_that_counting_by_hand_gives(source: str, seed: int) -> None:
    rng = Random(seed)
    values = some_values(rng)
    expected, looked_at = by_hand(values), filled(source, put(values))
    assert looked_at.count() == len(values)
    for limit in (1, 2, 3, 7, 50):
        shown = pages(looked_at, limit)
        assert [row for page in shown for row in page] == expected, "everybody once, ties at borders included"
        assert all(len(page) == limit for page in shown[:-1])
    for at, row in enumerate(expected):
        for reach in (0, 1, 4):
            assert looked_at.around(row.player, reach) == expected[max(at - reach, 0) : at + reach + 1]
    keys = [(-row.value, row.player) for row in expected]
    for _ in range(20):
        cursor = Cursor(rng.randint(-25, 70), player_id(rng.randint(0, 60)))
        first = bisect_right(keys, (-cursor.value, cursor.player))
        assert looked_at.top(5, cursor) == expected[first : first + 5], "also behind somebody who is not there"
    assert looked_at.around("r-nobody", 3) == []
    assert looked_at.values_of([*values, "r-nobody"]) == values


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("seed", range(size(3, 30)))
def test_a_few_are_placed_among_themselves(source: str, seed: int) -> None:
    rng = Random(seed)
    values = some_values(rng)
    few = rng.sample(sorted(values), len(values) // 2)
    expected = by_hand({player: values[player] for player in few})
    among = SubsetSource(filled(source, put(values)), [*few, "r-nobody"])
    assert [row for page in pages(among, 3) for row in page] == expected
    assert among.count() == len(few)
    for at, row in enumerate(expected):
        assert among.around(row.player, 2) == expected[max(at - 2, 0) : at + 3]
    assert among.around("r-nobody", 2) == []


@pytest.mark.parametrize("source", SOURCES)
def test_who_has_no_place_is_on_no_page(source: str) -> None:
    board = put({"r-1": 50, "r-2": 40, "r-3": 30})
    board = put({"r-4": 45, "r-5": 30}, is_listed=False)
    looked_at = filled(source, take_out(["r-2"], board))
    assert looked_at.top(9) == [Placed(1, 50, "r-1"), Placed(2, 30, "r-3")]
    assert looked_at.around("r-4", 3) == []
    assert looked_at.count() == 2


@pytest.mark.parametrize("source", SOURCES)
def test_other_pools_periods_and_generations_are_other_boards(source: str) -> None:
    put({"r-1": 10}, pool="brikks/duel")
    put({"r-2": 20}, period="2026-11")
    board = put({"r-3": 30})
    assert filled(source, board).top(9) == [Placed(1, 30, "r-3")]
    assert filled(source, board._replace(generation=7)).top(9) == [] if source == "tables" else True


def test_a_page_is_found_by_the_index_in_the_order_of_the_board(
    django_assert_num_queries: Any,
) -> None:
    board = put({player_id(number): number % 13 for number in range(200)})
    rows = TableSource(board)._rows
    for asked in (
        rows.order_by("-value", "player")[:50],
        rows.filter(value=5, player__gt="r-5").order_by("player")[:50],
        rows.filter(value__lt=5).order_by("-value", "player")[:50],
        rows.filter(value__gt=5).order_by("value", "-player")[:50],
    ):
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
        plan = asked.values_list("value", "player").explain()
        assert "boards_in_order" in plan, plan
        assert "Sort" not in plan.replace("Sort Key", ""), plan
        assert "TEMP B-TREE" not in plan, plan
    with django_assert_num_queries(4):
        TableSource(board).top(20, Cursor(5, "r-5"))
