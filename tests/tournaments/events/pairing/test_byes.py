"""Byes: nobody twice before everybody once, the lowest score group first, and why."""

from random import Random

import pytest

from tests.tournaments.events.pairing.fields import SEED, Ledger, Story, decided, entries, settings_for
from tournaments.events.formats.format import find_format
from tournaments.events.values import History, Participation, PlayedRound, Reason


@pytest.mark.parametrize("players", [3, 5, 7, 9, 11])
@pytest.mark.parametrize("bye", ["full", "none"])
def test_after_as_many_rounds_as_players_everybody_has_had_one_bye(players: int, bye: str) -> None:
    story = Story(settings_for(rounds=players, bye=bye), entries(players), frozenset(), Random(players), is_wild=False)
    byes = [entrant for _, pairings in story.rounds(players) for entrant in pairings.byes]
    assert sorted(byes) == sorted(entry.id for entry in story.entries)


def test_the_bye_goes_to_the_lowest_group_whose_turn_it_is() -> None:
    story = Story(settings_for(rounds=4), entries(41), frozenset(), Random(5), is_wild=False)
    for history, pairings in story.rounds(4):
        ledger = Ledger(story.settings, history)
        waiting = [entrant for entrant in ledger.playing if ledger.byes[entrant] == 0]
        assert ledger.points[pairings.byes[0]] == min(ledger.points[entrant] for entrant in waiting)


def test_a_late_comer_has_the_bye_before_others_have_a_second() -> None:
    people = (Participation("e-1", 1), Participation("e-2", 2), Participation("e-3", 3, joined_round=3))
    rounds = (PlayedRound(1, (), ("e-1", "e-2")), PlayedRound(2, (), ("e-1", "e-2")))
    pairings = find_format("swiss").pair(settings_for(), History(SEED, people, rounds))
    assert pairings.byes == ("e-3",)


def test_the_reasons_of_a_bye_say_whose_turn_it_was() -> None:
    history = History(SEED, entries(5))
    first = find_format("swiss").pair(settings_for(), history)
    history = history._replace(rounds=(decided(first, 1),))
    second = find_format("swiss").pair(settings_for(), history)
    reasons = second.reasons[second.byes[0]]
    assert reasons[0] == Reason("score-group", {"points": 0, "size": 2})
    assert reasons[1:3] == (
        Reason("bye-turn", {"byes": 0, "waiting": 4}),
        Reason("bye-lowest", {"points": 0, "candidates": 2}),
    )
    assert reasons[3].code == "random-draw"


def test_who_is_alone_is_told_so() -> None:
    pairings = find_format("swiss").pair(settings_for(), History(SEED, entries(1)))
    assert [reason.code for reason in pairings.reasons["e-1"]] == ["score-group", "bye-alone"]
