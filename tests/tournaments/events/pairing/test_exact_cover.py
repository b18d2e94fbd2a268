"""Choosing tables by branch and bound: as cheap as brute force finds them, and honest about where it stopped."""

from random import Random

import pytest

from tests.sizes import size
from tests.tournaments.events.pairing.fields import divisions
from tournaments.events.pairing.exact_cover import ExactCover, Option, mask_of, tables_among

FIELD = 9
EVERYBODY = [mask_of([other for other in range(FIELD) if other != at]) for at in range(FIELD)]
DEAR = 10_000


def options(rng: Random, sizes: list[int], most: int) -> list[Option]:
    return [Option(rng.randrange(most), seats, mask_of(seats)) for seats in tables_among(EVERYBODY, sizes)]


def costs_by_brute_force(given: list[Option], sizes: list[int]) -> list[int]:
    cost = {option.seats: option.cost for option in given}
    places = {str(at): at for at in range(FIELD)}
    ways = divisions(list(places), sizes)
    return sorted(sum(cost[tuple(places[name] for name in table)] for table in way) for way in ways)


@pytest.mark.parametrize("sizes", [[3, 3, 3], [4, 3, 2], [3, 2, 2, 2]])
@pytest.mark.parametrize("chance", range(size(2, 30)))
def test_nothing_is_cheaper_than_what_a_whole_search_finds(sizes: list[int], chance: int) -> None:
    rng = Random(chance)
    given = options(rng, sizes, rng.choice([2, 10, 1000]))
    found = ExactCover(given, FIELD, sizes).cheapest(DEAR, 10**6)
    cost = {option.seats: option.cost for option in given}
    assert found.is_whole
    assert sorted(at for seats in found.tables or () for at in seats) == list(range(FIELD))
    assert sum(cost[seats] for seats in found.tables or ()) == costs_by_brute_force(given, sizes)[0]


def test_all_that_is_cheap_enough_is_found_the_cheapest_first() -> None:
    given = options(Random(4), [3, 3, 3], 20)
    all_costs = costs_by_brute_force(given, [3, 3, 3])
    below = all_costs[40] + 1
    cost = {option.seats: option.cost for option in given}
    found = ExactCover(given, FIELD, [3, 3, 3]).several(below, 10**6, 10**6)
    assert [sum(cost[seats] for seats in tables) for tables in found] == [one for one in all_costs if one < below]


def test_nothing_is_found_below_what_there_is() -> None:
    given = options(Random(5), [3, 3, 3], 20)
    cheapest = costs_by_brute_force(given, [3, 3, 3])[0]
    assert ExactCover(given, FIELD, [3, 3, 3]).cheapest(cheapest, 10**6) == (None, True)


def test_a_search_that_was_cut_short_proves_nothing() -> None:
    given = options(Random(6), [3, 3, 3], 20)
    assert not ExactCover(given, FIELD, [3, 3, 3]).cheapest(DEAR, 3).is_whole


def test_without_a_table_for_somebody_there_is_no_cover() -> None:
    given = [option for option in options(Random(7), [3, 3, 3], 20) if 4 not in option.seats]
    assert ExactCover(given, FIELD, [3, 3, 3]).cheapest(DEAR, 10**6) == (None, True)
