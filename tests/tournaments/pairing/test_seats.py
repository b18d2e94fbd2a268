"""Who begins: within one start of a fair share; in duels unless every pairing with as few rematches would break it.

That exact guarantee is weighed against brute force in `test_matching`; here are the plain cases.
"""

from random import Random

import pytest
from hypothesis import given, settings

from tests.sizes import size
from tests.tournaments.pairing.fields import SEED, Ledger, Story, entries, result, settings_for, stories
from tournaments.formats import find_format
from tournaments.pairing.seats import Imbalance, imbalance_of_duel
from tournaments.values import History, PlayedRound


@settings(max_examples=size(60, 1000), deadline=None, database=None)
@given(stories(most=14, is_calm=True))
def test_duels_are_begun_within_one_of_a_fair_share_in_every_round(story: Story) -> None:
    rounds = min(story.settings.rounds or 0, len(story.entries) - 1)
    for history, pairings in story.rounds(rounds):
        ledger = Ledger(story.settings, history)
        for table in pairings.tables:
            ledger.sit(table.entrants)
        assert all(abs(ledger.firsts[entry.id] - ledger.share[entry.id]) <= 12 for entry in story.entries)


@settings(max_examples=size(40, 800), deadline=None, database=None)
@given(stories())
def test_whoever_has_begun_too_seldom_begins(story: Story) -> None:
    for history, pairings in story.rounds(9):
        ledger = Ledger(story.settings, history)
        for table in pairings.tables:
            excess = [ledger.firsts[entrant] - ledger.share[entrant] for entrant in table.entrants]
            assert excess[0] == min(excess)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("players", [12, 13, 30])
def test_larger_tables_are_begun_within_one_and_a_quarter_of_a_fair_share(seats: int, players: int) -> None:
    """With tables of three and four, rematches may leave no table that is fair to all."""
    story = Story(settings_for(seats=seats, rounds=6), entries(players), frozenset(), Random(seats), is_wild=False)
    for history, pairings in story.rounds(6):
        ledger = Ledger(story.settings, history)
        for table in pairings.tables:
            ledger.sit(table.entrants)
        assert all(abs(ledger.firsts[entry.id] - ledger.share[entry.id]) <= 15 for entry in story.entries)


def test_two_swap_seats_from_game_to_game() -> None:
    story = Story(settings_for(rounds=6), entries(2), frozenset(), Random(1), is_wild=False)
    began = [pairings.tables[0].entrants[0] for _, pairings in story.rounds(6)]
    assert all(one != other for one, other in zip(began[::2], began[1::2], strict=True))


def test_a_void_game_does_not_count_as_a_start() -> None:
    void = PlayedRound(1, (result(1, ("e-1", "e-2"), (3, 2), void=True),), (), (("e-1", "e-2"),))
    pairings = find_format("swiss").pair(settings_for(), History(SEED, entries(2), (void,)))
    assert {reason.code for reasons in pairings.reasons.values() for reason in reasons} >= {"opponents-met"}
    facts = [reason.facts for reason in pairings.reasons["e-1"] if reason.code == "seat-drawn"]
    assert [fact["rounds"] for fact in facts] == [0]


def test_a_duel_of_two_who_began_too_often_is_unfair_to_one() -> None:
    assert imbalance_of_duel(0, 0) == Imbalance(0, 72)
    assert imbalance_of_duel(6, -6) == Imbalance(0, 0)
    assert imbalance_of_duel(12, -12) == Imbalance(0, 72)
    assert imbalance_of_duel(12, 12) == Imbalance(6, 18 * 18 + 6 * 6)
