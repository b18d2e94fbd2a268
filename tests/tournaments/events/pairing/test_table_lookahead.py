"""The look ahead at tables: sixteen at tables of four, where the third round decides how many can follow."""

import pytest

from tournaments.events.pairing.exact_cover import mask_of, tables_among
from tournaments.events.pairing.table_lookahead import RoundsOutlook, fresh_after

SIZES = [4, 4, 4, 4]
EVERYBODY = [mask_of([other for other in range(16) if other != at]) for at in range(16)]
ROWS = [mask_of([4 * row + column for column in range(4)]) for row in range(4)]
COLUMNS = [mask_of([4 * row + column for row in range(4)]) for column in range(4)]
CYCLIC = [mask_of([4 * row + (row + shift) % 4 for row in range(4)]) for shift in range(4)]
"""A Latin square without any that is orthogonal to it."""
PAIRED = [mask_of([4 * row + (row ^ shift) for row in range(4)]) for shift in range(4)]
"""A Latin square with two that are orthogonal to it and to each other."""


@pytest.mark.parametrize(("third", "rounds"), [(CYCLIC, 0), (PAIRED, 2)])
def test_the_third_round_decides_how_many_can_follow(third: list[int], rounds: int) -> None:
    tables = [mask_of(seats) for seats in tables_among(EVERYBODY, SIZES)]
    left = fresh_after(tables, [*ROWS, *COLUMNS, *third])
    outlook = RoundsOutlook(16, SIZES, 10_000)
    assert outlook.rounds(left, 5) == rounds
    assert outlook.steps > 0


def test_a_look_without_steps_sees_nothing_and_knows_it() -> None:
    tables = [mask_of(seats) for seats in tables_among(EVERYBODY, SIZES)]
    outlook = RoundsOutlook(16, SIZES, 2)
    assert outlook.rounds(fresh_after(tables, [*ROWS, *COLUMNS, *PAIRED]), 2) == 0
    assert outlook.steps <= 0
