"""What somebody enters as the result of a table is what comes out, or it is refused; nothing is guessed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from engine.errors import Malformed
from tournaments.events.rounds.outcomes import read_entered_seats, refuse_seats_of_void

Said = tuple[int | None, int | None, bool]
"""A place, points, and whether somebody has forfeited."""


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(Malformed) as refusal:
        yield
    assert refusal.value.code == code


def came_out(*said: Said, is_duel: bool = False) -> list[Said]:
    names = [f"e-{at}" for at in range(len(said))]
    seats = [
        {"entrant": name, "place": place, "score": score, "forfeited": has_forfeited}
        for name, (place, score, has_forfeited) in zip(names, said, strict=True)
    ]
    return [(seat.place, seat.score, seat.has_forfeited) for seat in read_entered_seats(names, seats[::-1], is_duel)]


@pytest.mark.parametrize("points", [(40, 61), (61, 40), (None, None), (50, 50), (None, 3)])
def test_a_duel_is_won_by_whoever_is_named_whatever_the_points(points: tuple[int | None, int | None]) -> None:
    one, other = points
    assert came_out((1, one, False), (2, other, False), is_duel=True) == [(1, one, False), (2, other, False)]
    assert came_out((2, one, False), (1, other, False), is_duel=True) == [(2, one, False), (1, other, False)]
    assert came_out((1, one, False), (1, other, False), is_duel=True) == [(1, one, False), (1, other, False)]


def test_a_duel_is_never_ranked_by_points() -> None:
    with refused("result/places"):
        came_out((None, 61, False), (None, 40, False), is_duel=True)


def test_whoever_has_forfeited_comes_last_without_anybody_being_named() -> None:
    walkover: list[Said] = [(2, None, True), (1, None, False)]
    for is_duel in (True, False):
        assert came_out((None, None, True), (None, None, False), is_duel=is_duel) == walkover
        assert came_out((None, None, True), (1, None, False), is_duel=is_duel) == walkover


def test_points_decide_elsewhere_if_no_place_is_named() -> None:
    assert came_out((None, 30, False), (None, 50, False), (None, 30, False)) == [
        (2, 30, False),
        (1, 50, False),
        (2, 30, False),
    ]


def test_places_may_be_named_without_points() -> None:
    said: list[Said] = [(2, None, False), (1, None, False), (2, None, False), (4, None, True)]
    assert came_out(*said[:3], (None, None, True)) == said
    assert came_out((1, 50, False), (2, 50, False)) == [(1, 50, False), (2, 50, False)], "a tie that was broken"


@pytest.mark.parametrize(
    "said",
    [
        ((1, None, False), (3, None, False)),
        ((2, None, False), (2, None, False)),
        ((1, None, False), (1, None, False), (2, None, False)),
        ((1, None, True), (2, None, False)),
        ((1, None, False), (1, None, True)),
        ((1, None, False), (None, None, False)),
    ],
)
@pytest.mark.parametrize("is_duel", [True, False])
def test_places_that_cannot_be_are_refused(said: tuple[Said, ...], is_duel: bool) -> None:
    with refused("result/places"):
        came_out(*said, is_duel=is_duel)


@pytest.mark.parametrize("said", [((1, 40, False), (2, 61, False)), ((1, 40, False), (1, 61, False))])
def test_more_points_behind_fewer_are_refused_where_points_decide(said: tuple[Said, ...]) -> None:
    with refused("result/contradiction"):
        came_out(*said)


@pytest.mark.parametrize("odd", ["1", 0, -1, True, 1.0])
def test_a_place_is_a_number_from_one(odd: Any) -> None:
    with refused("result/seats"):
        came_out((odd, 50, False), (2, 40, False))


def test_whoever_plays_alone_has_points() -> None:
    for place in (None, 1):
        with refused("result/seats"):
            came_out((place, None, False))
    assert came_out((None, 7, False)) == [(1, 7, False)]


def test_a_table_that_counts_for_nobody_throws_nothing_away() -> None:
    with refused("result/void"):
        refuse_seats_of_void([{"entrant": "e-1", "score": 50}])
    refuse_seats_of_void([])
