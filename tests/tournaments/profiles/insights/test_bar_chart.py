"""Small charts of bars."""

from itertools import pairwise

from tournaments.profiles.insights.bar_chart import BOTTOM, LETTER, MOST_LABELS, MOST_VALUES, TOP, WIDTH, bars_of


def test_the_highest_fills_the_chart_and_the_others_are_in_proportion() -> None:
    bars = bars_of([("a", 4), ("b", 8), ("c", 0)])
    assert [bar.height for bar in bars] == [(BOTTOM - TOP) // 2, BOTTOM - TOP, 0]
    assert all(bar.y + bar.height == BOTTOM for bar in bars)


def test_a_bar_tells_its_value_or_what_stands_for_it() -> None:
    [bar] = bars_of([("a", 40)])
    assert (bar.told, bar._replace(words="< 1").told) == ("40", "< 1")


def test_whatever_is_more_than_nothing_can_be_seen() -> None:
    assert bars_of([("a", 1), ("b", 100_000)])[0].height >= 2


def test_bars_lie_side_by_side_within_the_chart() -> None:
    for many in (1, 4, 7, 12, 24, 52):
        bars = bars_of([(str(at), at) for at in range(many)])
        assert bars[0].x >= 0
        assert bars[-1].x + bars[-1].width <= WIDTH
        assert all(bar.width >= 1 for bar in bars)
        assert all(left.x + left.width < right.x for left, right in pairwise(bars))


def test_only_as_many_are_labelled_as_have_room() -> None:
    for many in (3, 7, 12, 24, 52):
        labelled = sum(bar.is_labelled for bar in bars_of([("x", 1)] * many))
        assert 1 <= labelled <= MOST_LABELS


def test_long_labels_are_fewer() -> None:
    labelled = [bar for bar in bars_of([("2 December 2026", 1)] * 52) if bar.is_labelled]
    assert 1 <= len(labelled) <= 3
    half = 15 * LETTER // 2
    assert all(half <= bar.middle <= WIDTH - half for bar in labelled)
    assert all(right.middle - left.middle >= 2 * half for left, right in pairwise(labelled))


def test_of_many_bars_only_the_highest_has_its_value_beside_it() -> None:
    few, many = bars_of([("x", at) for at in range(MOST_VALUES)]), bars_of([("x", at) for at in range(MOST_VALUES + 1)])
    assert [bar.has_value for bar in few] == [bar.value > 0 for bar in few]
    assert [bar.value for bar in many if bar.has_value] == [MOST_VALUES]


def test_nothing_gives_no_bars_and_only_zeros_no_heights() -> None:
    assert bars_of([]) == []
    assert [bar.height for bar in bars_of([("a", 0), ("b", 0)])] == [0, 0]


def test_labels_stand_at_the_steps_that_are_asked_for() -> None:
    bars = bars_of([(str(hour), 1) for hour in range(24)], every=6)
    assert [bar.label for bar in bars if bar.is_labelled] == ["0", "6", "12", "18"]
