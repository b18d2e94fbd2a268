"""Points at tables and for byes: a table of k gives 6k, a bye what was agreed on."""

from itertools import product

import pytest
from hypothesis import given, settings

from tests.sizes import size
from tests.tournaments.events.pairing.fields import Story, no_show, result, settings_for, stories
from tournaments.events.formats.format import find_format
from tournaments.events.formats.scoring import points_of_table
from tournaments.events.values import PlayedRound, SeatResult, TableResult

PEOPLE = ("e-1", "e-2", "e-3", "e-4")


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((2, 1), (12, 0)),
        ((1, 1), (6, 6)),
        ((3, 2, 1), (12, 6, 0)),
        ((2, 2, 1), (9, 9, 0)),
        ((3, 1, 1), (12, 3, 3)),
        ((1, 1, 1), (6, 6, 6)),
        ((4, 3, 2, 1), (12, 8, 4, 0)),
        ((4, 3, 3, 1), (12, 6, 6, 0)),
        ((4, 4, 4, 1), (8, 8, 8, 0)),
    ],
)
def test_points_are_the_share_of_the_others_whom_one_has_beaten(scores, points) -> None:
    table = result(1, PEOPLE[: len(scores)], scores)
    assert tuple(points_of_table(table).values()) == points


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_table_gives_six_for_each_seat(seats: int) -> None:
    for scores in product(range(seats), repeat=seats):
        assert sum(points_of_table(result(1, PEOPLE[:seats], scores)).values()) == 6 * seats


def test_whoever_forfeits_is_beaten_by_those_who_do_not() -> None:
    assert points_of_table(no_show(1, PEOPLE[:2], present=1)) == {"e-1": 12, "e-2": 0}
    assert points_of_table(no_show(1, PEOPLE[:3], present=1)) == {"e-1": 12, "e-2": 3, "e-3": 3}


def test_where_all_have_forfeited_or_the_table_is_void_nobody_gets_anything() -> None:
    assert points_of_table(no_show(1, PEOPLE[:2], present=0)) == {"e-1": 0, "e-2": 0}
    in_turn = (SeatResult("e-1", 5, 1, True), SeatResult("e-2", 4, 2, True))
    assert points_of_table(TableResult(1, in_turn)) == {"e-1": 0, "e-2": 0}
    assert points_of_table(result(1, PEOPLE[:2], (3, 1), void=True)) == {"e-1": 0, "e-2": 0}


@pytest.mark.parametrize(("bye", "points"), [("full", 12), ("half", 6), ("none", 0)])
@pytest.mark.parametrize("form", ["swiss", "round-robin"])
def test_a_bye_is_worth_what_was_agreed_on(form: str, bye: str, points: int) -> None:
    played = PlayedRound(1, (result(1, PEOPLE[:2], (2, 1)),), ("e-3",))
    assert find_format(form).points(settings_for(form, bye=bye), played) == {"e-1": 12, "e-2": 0, "e-3": points}


@settings(max_examples=size(30, 500), deadline=None, database=None)
@given(stories(seats=(2, 3, 4)))
def test_the_points_of_a_round_add_up(story: Story) -> None:
    worth = {"full": 12, "half": 6, "none": 0}[story.settings.bye]
    swiss = find_format("swiss")
    for history, _ in story.rounds(5):
        for played in history.rounds:
            counting = [table for table in played.tables if not table.is_void]
            counting = [table for table in counting if not all(seat.has_forfeited for seat in table.seats)]
            total = sum(6 * len(table.seats) for table in counting) + worth * len(played.byes)
            assert sum(swiss.points(story.settings, played).values()) == total
