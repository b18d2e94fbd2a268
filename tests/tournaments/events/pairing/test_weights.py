"""Costs as numbers: sums of numbers compare as sums of costs do, and fit into what the matching can reckon with."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.sizes import size
from tournaments.events.pairing.players import PRIME, draw_lot
from tournaments.events.pairing.rules import LIMIT, PairingCost, costs_as_numbers

COSTS = st.builds(
    PairingCost,
    rematches=st.integers(0, 1),
    turn=st.integers(0, 200),
    again=st.integers(0, 40_000),
    starts=st.integers(0, 2).map(lambda starts: 6 * starts),
    bye=st.integers(0, 400),
    distance=st.integers(0, 400).map(lambda gap: (6 * gap) ** 2),
    balance=st.integers(0, 18).map(lambda squares: 36 * squares),
    draw=st.integers(1, PRIME - 1),
)


@settings(max_examples=size(50, 3000), deadline=None, database=None)
@given(st.lists(COSTS, min_size=1, max_size=6))
def test_sums_compare_as_the_sums_of_costs_do(costs: list[PairingCost]) -> None:
    pairs = 3
    numbered = list(zip(costs, costs_as_numbers(costs, pairs), strict=True))
    sums = [
        (tuple(map(sum, zip(*(cost[:-1] for cost, _ in some), strict=True))), sum(number for _, number in some))
        for some in combinations_with_replacement(numbered, pairs)
        if sum(cost.turn + cost.bye > 0 for cost, _ in some) <= 1
    ]
    for weighty, number in sums:
        assert all((weighty < other) <= (number < other_number) for other, other_number in sums)


@settings(max_examples=size(50, 3000), deadline=None, database=None)
@given(st.lists(COSTS, min_size=1, max_size=6), st.integers(1, 500))
def test_numbers_fit_into_what_the_matching_can_reckon_with(costs: list[PairingCost], pairs: int) -> None:
    assert all(0 < number < 1 << LIMIT for number in costs_as_numbers(costs, pairs))


def test_costs_that_cannot_be_told_apart_are_not_weighed_at_all() -> None:
    with pytest.raises(OverflowError):
        costs_as_numbers([PairingCost(distance=1 << 110, draw=1), PairingCost(distance=1, draw=1)], 10)


def test_lots_follow_from_the_seed_the_round_and_the_entrant() -> None:
    lots = {draw_lot(seed, number, entrant) for seed in ("a", "b") for number in (1, 2) for entrant in (1, 2)}
    assert len(lots) == 8
    assert draw_lot("00" * 32, 1, 1) == draw_lot("00" * 32, 1, 1)
    assert all(0 < lot < PRIME for lot in lots)
