"""Form: latest results in words."""

import pytest

from tests.tournaments.profiles.results import NOON
from tournaments.profiles.recent_form import LOST, PLACED, SHARED, WON, MatchOutcome, RecentForm


@pytest.mark.parametrize(
    ("place", "field", "is_shared", "word"),
    [
        (1, 2, False, WON),
        (1, 2, True, SHARED),
        (2, 2, False, LOST),
        (1, 40, False, WON),
        (2, 3, False, PLACED),
        (3, 4, True, PLACED),
    ],
)
def test_an_outcome_has_a_word(place: int, field: int, is_shared: bool, word: str) -> None:
    assert MatchOutcome("brikks/duel", NOON, place, field, is_shared).word == word


def test_only_outright_wins_are_counted_as_won() -> None:
    outcomes = [MatchOutcome("brikks/duel", NOON, *result) for result in ((1, 2, False), (1, 2, True), (2, 2, False))]
    assert RecentForm(outcomes).won == 1
    assert RecentForm([]).won == 0
