"""The look ahead at who begins: eight at tables of four, where two rounds leave one way to sit in the third."""

from random import Random

import pytest

from tests.tournaments.events.pairing.fields import SEED, Ledger, Story, entries, result, settings_for
from tournaments.events.formats.format import find_format
from tournaments.events.values import History, PlayedRound

FIRST = (("e-1", "e-2", "e-3", "e-4"), ("e-8", "e-5", "e-6", "e-7"))
SWISS = find_format("swiss")


def history_after(*rounds: tuple[tuple[str, ...], ...]) -> History:
    played = [
        PlayedRound(number, tuple(result(at, table, (1,) * 4) for at, table in enumerate(tables, 1)), (), tables)
        for number, tables in enumerate(rounds, 1)
    ]
    return History(SEED, entries(8), tuple(played))


def test_four_who_have_all_begun_do_not_have_to_sit_together() -> None:
    rules = settings_for(seats=4, rounds=3)
    second = SWISS.pair(rules, history_after(FIRST))
    history = history_after(FIRST, tuple(table.entrants for table in second.tables))
    third = [table.entrants for table in SWISS.pair(rules, history).tables]
    assert Ledger(rules, history).beyond(third) == 0


def test_who_begins_because_of_the_next_round_is_told_so_but_not_in_the_last() -> None:
    """Eight at tables of four."""
    told = [codes for chance in range(30) for codes in told_in(4, 8, chance, rounds=5)]
    assert any("seat-foreseen" in codes for codes in told)
    assert not any("seat-foreseen" in codes for codes in told[4::5])


def test_who_sits_together_because_of_the_next_round_is_told_so() -> None:
    """Eleven at tables of three, in a tournament where it does not suffice that others begin in the fifth round."""
    told = told_in(3, 11, 390, rounds=6)
    assert ["starts-foreseen" in codes for codes in told] == [False, False, False, False, True, False]


@pytest.mark.slow
def test_a_round_that_has_rematches_anyway_may_have_more_for_its_starts_and_says_so() -> None:
    """Twenty-three at tables of four, in the seventh round of a tournament."""
    told = told_in(4, 23, 11, rounds=7)
    assert ["rematch-for-starts" in codes for codes in told] == [False] * 6 + [True]


def told_in(seats: int, players: int, chance: int, rounds: int) -> list[set[str]]:
    """The codes of all reasons in each round of a tournament."""
    rules = settings_for(seats=seats, rounds=rounds)
    story = Story(rules, entries(players), frozenset(), Random(chance), is_wild=False)
    return [
        {reason.code for reasons in pairings.reasons.values() for reason in reasons}
        for _, pairings in story.rounds(rounds)
    ]


@pytest.mark.slow
def test_four_who_have_all_begun_never_have_to_sit_together() -> None:
    """Twelve at tables of four, in the third rounds of some tournaments."""
    rules, beyond = settings_for(seats=4, rounds=5), 0
    for chance in range(12):
        rng, history = Random(chance), History(f"{chance:04x}" * 16, entries(12))
        for number in (1, 2, 3):
            tables = [table.entrants for table in SWISS.pair(rules, history).tables]
            beyond += Ledger(rules, history).beyond(tables)
            results = [result(at, table, rng.sample(range(9), 4)) for at, table in enumerate(tables, 1)]
            history = history._replace(rounds=(*history.rounds, PlayedRound(number, tuple(results), (), tuple(tables))))
    assert beyond == 0
