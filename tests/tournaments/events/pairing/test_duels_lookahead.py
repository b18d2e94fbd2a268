"""The look ahead: which edges can still be played out in rounds."""

from itertools import combinations

import pytest

from tournaments.events.pairing.duels import all_matchings, can_pair_later_rounds

TRIANGLES = [*combinations(range(3), 2), *combinations(range(3, 6), 2)]
HEXAGON = [(at, at + 1) for at in range(5)] + [(0, 5)]


def test_two_triangles_cannot_be_paired_and_a_hexagon_can() -> None:
    assert not can_pair_later_rounds(TRIANGLES, 6, 2)
    assert can_pair_later_rounds(HEXAGON, 6, 2)


def test_no_more_rounds_are_asked_for_than_somebody_has_opponents_left() -> None:
    assert can_pair_later_rounds(HEXAGON, 6, 9)
    assert can_pair_later_rounds([], 6, 3)


@pytest.mark.parametrize(("nodes", "ways"), [(2, 1), (4, 3), (6, 15), (8, 105)])
def test_all_matchings_of_a_complete_field_are_there(nodes: int, ways: int) -> None:
    found = list(all_matchings(frozenset(combinations(range(nodes), 2)), range(nodes)))
    assert len(set(found)) == len(found) == ways
