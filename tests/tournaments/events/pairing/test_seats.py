"""Who begins: within one start of a fair share, unless there would have to be a rematch for it.

That exact guarantee is weighed against brute force here for tables, for duels in `test_matching`.
"""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings

from tests.sizes import FULL, size
from tests.tournaments.events.pairing.fields import SEED, Ledger, Story, entries, result, settings_for, stories
from tournaments.events.formats.format import find_format
from tournaments.events.pairing.seats import Imbalance, imbalance_of_duel
from tournaments.events.values import History, Pairings, PlayedRound


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


@settings(max_examples=size(30, 800), deadline=None, database=None)
@given(stories(seats=(3, 4), most=11, is_calm=True))
def test_larger_tables_are_begun_within_one_of_a_fair_share_in_every_round(story: Story) -> None:
    for history, pairings in story.rounds(story.settings.rounds or 0):
        assert furthest(story, history, pairings) <= 1


LARGER = range(12, 25) if FULL else (12, 15, 17, 19, 22, 24)
"""Fields that divide into tables without and with every remainder."""


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "players"), [*product([3, 4], LARGER)])
@pytest.mark.parametrize("chance", range(size(1, 8)))
def test_so_are_they_in_larger_fields_also_when_rematches_are_many(seats: int, players: int, chance: int) -> None:
    rules = settings_for(seats=seats, rounds=7)
    story = Story(rules, entries(players), frozenset(), Random(chance), is_wild=False)
    for history, pairings in story.rounds(7):
        assert furthest(story, history, pairings) <= 1


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "players"), [(3, 16), (4, 19), (4, 25)])
def test_so_are_they_in_the_last_of_nine_rounds(seats: int, players: int) -> None:
    rules = settings_for(seats=seats, rounds=9)
    for chance in range(size(1, 5)):
        story = Story(rules, entries(players), frozenset(), Random(chance), is_wild=False)
        assert all(furthest(story, *drawn) <= 1 for drawn in story.rounds(9))


@settings(max_examples=size(30, 800), deadline=None, database=None)
@given(stories(seats=(3, 4), most=12))
def test_whatever_happens_starts_are_within_one_unless_there_would_have_to_be_a_rematch(story: Story) -> None:
    """Late joins, withdrawals, forbidden pairs and void tables cannot be foreseen; all divisions are looked at."""
    for history, pairings in story.rounds(9):
        tables = [table.entrants for table in pairings.tables]
        ledger = Ledger(story.settings, history)
        if ledger.beyond(tables):
            assert not ledger.could_be_fairer(tables)
        elif tables:
            assert furthest(story, history, pairings) <= 1


def furthest(story: Story, history: History, pairings: Pairings) -> Fraction:
    """How far those who play are from their share of starts after a round, at most."""
    ledger = Ledger(story.settings, history)
    for table in pairings.tables:
        ledger.sit(table.entrants)
    return max(Fraction(abs(ledger.firsts[entrant] - ledger.share[entrant]), 12) for entrant in ledger.playing)


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
