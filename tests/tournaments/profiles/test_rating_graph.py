"""The graph of a rating."""

import re
from datetime import timedelta

from tests.tournaments.profiles.results import NOON, day
from tournaments.profiles.rating_graph import BOTTOM, LEFT, MOST_MARKS, RIGHT, TOP, Graph, Point, graph_of

WEEK = [Point(day(0), 1500, 350), Point(day(2), 1612, 300), Point(day(6), 1580, 260)]


def drawn(points: list[Point], **changes: object) -> Graph:
    """The graph of some points until the tenth day."""
    graph = graph_of(points, **{"since": None, "until": day(10), **changes})  # type: ignore[arg-type]
    assert graph is not None
    return graph


def corners(path: str) -> list[tuple[int, int]]:
    """The corners of a path."""
    return [(int(x), int(y)) for x, y in re.findall(r"(-?\d+) (-?\d+)", path)]


def test_without_matches_there_is_no_graph() -> None:
    assert graph_of([], None, NOON) is None


def test_the_line_goes_through_all_points_and_on_until_now() -> None:
    graph = drawn(WEEK)
    line = corners(graph.line)
    assert [(mark.x, mark.y) for mark in graph.marks] == line[:3]
    assert line[0][0] == LEFT
    assert line[3] == (RIGHT, line[2][1])
    assert line[1][0] == LEFT + round((RIGHT - LEFT) * 0.2)
    assert line[1][1] < line[2][1] < line[0][1], "a higher rating is drawn higher"


def test_the_band_reaches_as_far_to_either_side_as_the_rating_is_uncertain() -> None:
    graph = drawn(WEEK)
    band, line = corners(graph.band), corners(graph.line)
    upper, lower = band[:4], band[:3:-1]
    assert [x for x, _ in upper] == [x for x, _ in lower] == [x for x, _ in line]
    for (_, top), (_, middle), (_, bottom) in zip(upper, line, lower, strict=True):
        assert top < middle < bottom
        assert abs((middle - top) - (bottom - middle)) <= 1
    assert graph.band.endswith("Z")


def test_everything_lies_within_the_frame_whatever_the_ratings() -> None:
    for low, high in ((0, 10), (-300, 40), (1499, 1500), (900, 3300)):
        graph = drawn([Point(day(0), low, 40), Point(day(1), high, 350)])
        for x, y in [*corners(graph.band), *corners(graph.line)]:
            assert LEFT <= x <= RIGHT
            assert TOP <= y <= BOTTOM


def test_a_few_round_ratings_are_written_beside_it() -> None:
    graph = drawn(WEEK)
    assert [level.rating for level in graph.levels] == [1000, 1200, 1400, 1600, 1800, 2000]
    assert graph.levels[0].y == BOTTOM
    assert graph.levels[-1].y == TOP


def test_times_are_written_below_it_unless_they_would_be_the_same_day() -> None:
    assert [(moment.at, moment.anchor) for moment in drawn(WEEK).moments] == [
        (day(0), "start"),
        (day(5), "middle"),
        (day(10), "end"),
    ]
    assert [moment.anchor for moment in drawn(WEEK[:1], until=day(1)).moments] == ["end"]


def test_a_range_begins_at_its_beginning() -> None:
    graph = drawn(WEEK[1:], since=day(-10))
    assert graph.moments[0].at == day(-10)
    assert graph.marks[0].x == LEFT + round((RIGHT - LEFT) * 12 / 20)


def test_a_single_match_that_has_just_ended_can_be_drawn() -> None:
    graph = drawn(WEEK[:1], until=NOON)
    assert corners(graph.line) == [(RIGHT, graph.marks[0].y)]


def test_many_points_are_drawn_as_a_line_alone() -> None:
    many = [Point(NOON + timedelta(hours=hour), 1500 + hour, 100) for hour in range(MOST_MARKS + 1)]
    assert drawn(many).marks == []
    assert len(drawn(many[:-1]).marks) == MOST_MARKS


def test_it_says_where_the_rating_was_lowest_and_highest() -> None:
    graph = drawn(WEEK)
    assert (graph.first, graph.last) == (WEEK[0], WEEK[2])
    assert (graph.lowest.rating, graph.highest.rating) == (1500, 1612)


def test_games_of_a_few_days_stand_at_equal_distances_between_the_first_and_the_last() -> None:
    evening = [Point(NOON + timedelta(minutes=minute), 1500 + minute, 100) for minute in (0, 5, 60)]
    graph = drawn(evening, until=day(2))
    assert [mark.x for mark in graph.marks] == [LEFT, (LEFT + RIGHT) // 2, RIGHT]
    assert corners(graph.line) == [(mark.x, mark.y) for mark in graph.marks]
    assert [(moment.at, moment.anchor) for moment in graph.moments] == [
        (evening[0].at, "start"),
        (evening[-1].at, "end"),
    ]
