"""What somebody's runs come to: the best, the latest, titles, levels, streaks, how many were played to their end."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils.translation import gettext, override

from engine.brikks.figures import LEVELS, SOLO_TITLES
from engine.records import DEFAULT_GAME, DEFAULT_RULES
from engine.registry import find
from tournaments.ratings.solo.run_statistics import LATEST, CountedRun, Streak, statistics_of, streak, title_of
from tournaments.ratings.solo.selectors import titles_of

BEGINNING = datetime(2026, 11, 16, tzinfo=UTC)
BOUNDARIES = {59: 60, 69: 70, 79: 80, 89: 90, 99: 100, 109: 110, 129: 130, 150: 151}
"""The highest rated score of each title but the best, and the lowest of the next one."""
TITLES = {
    "en": ("Your first time?", "You can do more!", "You Bragger!", "Brikks-Master 2000!!!"),
    "de": ("Dein erstes Mal?", "Da geht noch mehr!", "Du Angeber!", "Brikks-Master 2000!!!"),
    "fr": ("Ta première fois\u202f?", "Il y a de la marge.", "Frimeur\u202f!", "Brikks-Master 2000!!!"),
    "es": ("¿Tu primera vez?", "¡Puedes dar más!", "¡Menudo fanfarrón!", "Brikks-Master 2000!!!"),
}
"""What 59, 60, 150 and 151 are called."""


def runs(*scores: int, level: int = 1) -> list[CountedRun]:
    """Runs with these rated scores, the earliest given first; one that was given up is written with a minus."""
    counted = [
        CountedRun(f"g-{at}", level, abs(score), score > 0, BEGINNING + timedelta(hours=at))
        for at, score in enumerate(scores)
    ]
    return counted[::-1]


@pytest.mark.parametrize(("last", "first"), BOUNDARIES.items())
@pytest.mark.parametrize("level", LEVELS)
def test_a_title_ends_where_the_next_one_begins_at_every_level(last: int, first: int, level: int) -> None:
    rules, titles = find(DEFAULT_GAME, DEFAULT_RULES), titles_of()
    above = 5 * (level - 1)
    lower, higher = (rules.rated(rated - above, level) for rated in (last, first))
    assert (lower, higher) == (last, first)
    below, there = title_of(lower, titles), title_of(higher, titles)
    assert below is not None
    assert there is not None
    assert titles.index(there) == titles.index(below) - 1
    assert [below.words, there.words] == [rules.title(lower), rules.title(higher)]


@pytest.mark.parametrize("language", TITLES)
def test_titles_are_said_in_the_language_of_who_reads_them(language: str) -> None:
    with override(language):
        said = [gettext(title.words) for rated in (59, 60, 150, 151) if (title := title_of(rated, titles_of()))]
    assert tuple(said) == TITLES[language]


def test_the_table_has_every_title_once_and_no_gap() -> None:
    titles = titles_of()
    assert [title.words for title in titles] == [words for _, words in SOLO_TITLES]
    assert all(sum(title.holds(rated) for title in titles) == 1 for rated in range(400))


def test_nobody_without_runs_has_figures() -> None:
    found = statistics_of([], titles_of())
    assert (found.runs, found.best, found.mean, found.completion, found.in_a_row) == (0, None, None, None, Streak(0, 0))
    assert not any(line.runs for line in found.titles)


def test_the_best_is_the_first_of_the_best_that_was_played_to_its_end() -> None:
    found = statistics_of(runs(80, 131, -140, 131, 60), titles_of())
    assert found.best is not None
    assert found.best_title is not None
    assert (found.best.game, found.best.rated, found.best_title.words) == ("g-1", 131, "You Bragger!")


def test_giving_up_a_bad_run_does_not_help_the_mean() -> None:
    patient, hasty = statistics_of(runs(100, 100, 40), titles_of()), statistics_of(runs(100, 100, -40), titles_of())
    assert patient.mean == hasty.mean == 80
    assert (patient.completion, hasty.completion) == (100, 67)


def test_the_mean_is_that_of_the_latest_twenty() -> None:
    found = statistics_of(runs(*[10] * 5, *[90] * LATEST), titles_of())
    assert (found.mean, found.latest, found.runs) == (90, 20, 25)


def test_a_run_that_was_given_up_has_no_title() -> None:
    found = statistics_of(runs(95, -95, 96, 151), titles_of())
    had = {line.title.words: (line.runs, line.share) for line in found.titles if line.runs}
    assert had == {"Enjoy your success!": (2, 67), "Brikks-Master 2000!!!": (1, 33)}


def test_a_streak_is_broken_by_a_lesser_run_and_by_one_that_was_given_up() -> None:
    found = statistics_of(runs(90, 95, 100, 70, 91, -99, 92), titles_of())
    rows = {line.title.words: line.in_a_row for line in found.titles}
    assert rows["Enjoy your success!"] == Streak(1, 3)
    assert rows["Well done!"] == Streak(1, 5)
    assert found.in_a_row == Streak(1, 5)


def test_streaks_are_counted_from_the_latest() -> None:
    assert streak([True, True, False, True]) == Streak(2, 2)
    assert streak([False, True, True, True]) == Streak(0, 3)
    assert streak([]) == Streak(0, 0)


def test_every_level_has_a_line_of_its_own() -> None:
    found = statistics_of([*runs(100, -50, level=4), *runs(70)], titles_of())
    assert [(line.level, line.runs, line.complete, line.best, line.mean) for line in found.levels] == [
        (1, 1, 1, 70, 70),
        (4, 2, 1, 100, 75),
    ]
