"""Places as in sport, ties, and forfeits last."""

import pytest

from engine.ranking import places, winners


@pytest.mark.parametrize(
    ("merits", "forfeits", "expected_places", "expected_winners"),
    [
        ([10], [], [1], [0]),
        ([10, 20, 20, 5], [], [3, 1, 1, 4], [1, 2]),
        ([20, 10, 10, 5], [], [1, 2, 2, 4], [0]),
        ([99, 1, 2], [{0}], [3, 2, 1], [2]),
        ([9, 9, 9, 1], [{0}, {1}], [4, 3, 1, 2], [2]),
        ([9, 9, 9, 1], [{0, 1}], [3, 3, 1, 2], [2]),
        ([1, 2, 3], [{2}, {0}, {1}], [2, 1, 3], []),
        ([1, 2], [{0, 1}], [1, 1], []),
        ([1, 2, 3], [{2}, {1}, {2}], [1, 2, 3], [0]),
        ([5], [{0}], [1], []),
        ([0, 0], [], [1, 1], [0, 1]),
    ],
)
def test_places_and_winners(
    merits: list[int], forfeits: list[set[int]], expected_places: list[int], expected_winners: list[int]
) -> None:
    assert places(merits, forfeits) == expected_places
    assert winners(merits, forfeits) == expected_winners
