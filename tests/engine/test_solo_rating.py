"""The chapter "Solo rating": the points for the level, the titles and where each begins, and who gets none."""

import pytest

from engine.brikks.figures import SOLO_TITLES
from engine.brikks.scoring import SoloRating, rated_score, solo_rating, solo_title
from tests.engine.boards import FULL, drop, in_moves, new_game, play, sheet, solo

TITLES = [
    ("Your first time?", 0, 59),
    ("You can do more!", 60, 69),
    ("Well done!", 70, 79),
    ("Someone has practiced!", 80, 89),
    ("Enjoy your success!", 90, 99),
    ("Have you seen this?", 100, 109),
    ("You should be doing this professionally!", 110, 129),
    ("You Bragger!", 130, 150),
    ("Brikks-Master 2000!!!", 151, 400),
]
"""The table of the rules from the bottom: title, lowest and highest rated score."""


@pytest.mark.parametrize(("title", "lowest", "highest"), TITLES)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_title_begins_and_ends_where_the_table_says(title: str, lowest: int, highest: int, level: int) -> None:
    above = 5 * (level - 1)
    for rated in (lowest, highest):
        assert solo_title(rated) == title
        if rated >= above:
            assert solo_title(rated_score(rated - above, level)) == title


@pytest.mark.parametrize(("title", "lowest", "highest"), TITLES)
def test_the_title_changes_just_outside_its_bounds(title: str, lowest: int, highest: int) -> None:
    if lowest:
        assert solo_title(lowest - 1) != title
    if highest < 400:
        assert solo_title(highest + 1) != title


def test_every_rated_score_has_the_title_of_the_table() -> None:
    for title, lowest, highest in TITLES:
        assert {solo_title(rated) for rated in range(lowest, highest + 1)} == {title}


def test_there_are_no_other_titles() -> None:
    assert [title for _, title in SOLO_TITLES] == [title for title, _, _ in reversed(TITLES)]


@pytest.mark.parametrize(("level", "points"), [(1, 0), (2, 5), (3, 10), (4, 15)])
def test_each_level_above_the_first_adds_five_points(level: int, points: int) -> None:
    assert rated_score(73, level) == 73 + points


@pytest.mark.parametrize(("level", "rated", "title"), [
    (1, 108, "Have you seen this?"),
    (2, 113, "You should be doing this professionally!"),
    (3, 118, "You should be doing this professionally!"),
    (4, 123, "You should be doing this professionally!"),
])  # fmt: skip
def test_a_finished_solo_game_has_a_rated_score_and_a_title(level: int, rated: int, title: str) -> None:
    state = play(solo("black 1", sheet(FULL, level=level, crosses=4, bombs=2 + 1, ready=6)), drop(0, "stuck"))
    assert solo_rating(state) == SoloRating(rated, title)


@pytest.mark.parametrize("reason", ["resign", "timeout"])
def test_a_forfeited_solo_game_gets_no_title(reason: str) -> None:
    assert solo_rating(play(solo("black 1", sheet(FULL)), drop(0, reason))) is None
    assert solo_rating(play(new_game("solo", 1), drop(0, reason))) is None


def test_a_running_solo_game_has_no_title_yet() -> None:
    assert solo_rating(solo("black 1", sheet(FULL))) is None


@pytest.mark.parametrize("variant", ["standard", "duel"])
def test_games_of_several_players_have_no_titles(variant: str) -> None:
    state = in_moves(variant, "black 1", sheet(FULL), sheet(FULL))
    assert solo_rating(play(state, drop(0, "stuck"), drop(1, "stuck"))) is None
