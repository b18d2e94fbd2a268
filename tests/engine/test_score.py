"""The chapter "Score": rows, extra points, bombs and energy; who wins, who shares a place, who comes last."""

import pytest

from engine.brikks.game import BRIKKS
from engine.brikks.scoring import row_points, score
from engine.brikks.sheet import Sheet
from engine.brikks.state import DUEL, SOLO, STANDARD, State
from engine.ranking import places, winners
from tests.engine.boards import FULL, drop, in_moves, play, sheet

WORKED_EXAMPLE = """
    ..........
    #########.
    #.#.#.#.#.
    ##########
    .#########
    #########.
    ##########
    ##########
    ##########
    ##########
    ##########
"""
"""From the bottom: five full rows, two of nine cells, a full one, one worth nothing, one of nine, an empty one."""


def row(cells: int, y: int) -> Sheet:
    """A sheet with so many cells in one row and nothing else."""
    drawn = ("#" * cells).ljust(10, ".")
    return sheet("\n".join([drawn, *[".........."] * y]))


def stuck(*sheets: Sheet) -> State:
    """A game of these sheets that ends with everybody stuck in the same round."""
    state = in_moves("standard", "black 1", *sheets)
    return play(state, *(drop(seat, "stuck") for seat in range(len(sheets))))


def full(**figures: int) -> Sheet:
    return sheet(FULL, **figures)


def places_of(state: State) -> list[int]:
    return places(BRIKKS.outcome(state).merits, [{seat} for seat in BRIKKS.forfeits(state)])


def winners_of(state: State) -> list[int]:
    return winners(BRIKKS.outcome(state).merits, [{seat} for seat in BRIKKS.forfeits(state)])


def test_the_worked_example_has_73_points() -> None:
    example = sheet(WORKED_EXAMPLE, crosses=6, bombs=2, ready=2)
    assert score(example, STANDARD)._asdict() == {"rows": 47, "bonus": 21, "bombs": 4, "energy": 1, "total": 73}


@pytest.mark.parametrize(("y", "points"), list(enumerate([5, 5, 5, 5, 5, 4, 4, 10, 0, 4, 0])))
def test_each_row_of_the_worked_example_counts_what_the_rules_say(y: int, points: int) -> None:
    line = WORKED_EXAMPLE.split()[10 - y]
    assert row_points(sheet("\n".join([line, *[".........."] * y])).cells) == points


@pytest.mark.parametrize("y", range(11))
@pytest.mark.parametrize(("cells", "points"), [(10, 5), (9, 2), (8, 1), (7, 0), (4, 0), (1, 0), (0, 0)])
def test_a_row_counts_by_its_cells_times_its_multiplier(y: int, cells: int, points: int) -> None:
    multiplier = 1 if y < 5 else 2 if y < 10 else 4
    assert score(row(cells, y), STANDARD).rows == points * multiplier


def test_it_does_not_matter_which_cells_of_a_row_are_missing() -> None:
    assert score(sheet("#####.####"), STANDARD).rows == 2
    assert score(sheet(".########."), STANDARD).rows == 1
    assert score(sheet("#.######.#"), STANDARD).rows == 1


def test_a_full_sheet_counts_all_its_rows() -> None:
    assert score(full(), STANDARD).rows == 5 * 5 + 5 * 10 + 20


def test_an_empty_sheet_has_its_bombs_and_energy() -> None:
    assert score(sheet(ready=4), STANDARD) == (0, 0, 7, 2, 9)


@pytest.mark.parametrize(("used", "points"), [(0, 7), (1, 6), (2, 4), (3, 0)])
def test_unused_bombs_count_their_values(used: int, points: int) -> None:
    assert score(sheet(bombs=used), STANDARD).bombs == points


@pytest.mark.parametrize(("ready", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (27, 13)])
def test_two_unused_energy_points_count_one(ready: int, points: int) -> None:
    assert score(sheet(ready=ready), STANDARD).energy == points


def test_the_total_is_the_sum_of_its_parts() -> None:
    rows, bonus, bombs, energy, total = score(sheet("#" * 10, crosses=3, bombs=1, ready=5), SOLO)
    assert (rows, bonus, bombs, energy) == (5, 6, 6, 2)
    assert total == 19


def test_a_duel_reckons_the_same_way_without_the_extra_points_bar() -> None:
    assert score(sheet(WORKED_EXAMPLE, crosses=6, bombs=2, ready=2), DUEL) == (47, 0, 4, 1, 52)


def test_highest_total_wins() -> None:
    state = stuck(full(), full(crosses=3), full(crosses=2))
    assert winners_of(state) == [1]
    assert places_of(state) == [3, 1, 2]


def test_the_total_decides_and_not_the_rows() -> None:
    one_row_less = sheet("\n".join(["#########."] * 11), crosses=9)
    assert winners_of(stuck(full(), one_row_less)) == [0]
    assert winners_of(stuck(full(bombs=3), full(bombs=2))) == [1]


def test_ruling_equal_totals_share_the_place() -> None:
    state = stuck(full(), full(crosses=3), full(crosses=3), full())
    assert places_of(state) == [3, 1, 1, 3]
    assert winners_of(state) == [1, 2]


def test_ruling_the_place_after_a_shared_one_is_left_out() -> None:
    assert places_of(stuck(full(crosses=4), full(), full(), full(bombs=3))) == [1, 2, 2, 4]


def test_ruling_forfeiters_come_last_the_later_ones_before_the_earlier() -> None:
    state = in_moves("standard", "black 1", full(), full(), full(), full(bombs=3))
    state = play(state, drop(1, "resign"), drop(3, "stuck"), drop(0, "timeout"), drop(2, "resign"))
    assert places_of(state) == [3, 4, 2, 1]
    assert winners_of(state) == [3]


def test_ruling_nobody_wins_when_all_have_forfeited() -> None:
    state = in_moves("standard", "black 1", full(), full(), full())
    state = play(state, drop(1, "resign"), drop(0, "timeout"), drop(2, "resign"))
    assert places_of(state) == [2, 3, 1]
    assert winners_of(state) == []
