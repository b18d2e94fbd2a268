"""Round robin: everybody meets everybody once, or twice with the seats swapped."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Illegal
from tests.sizes import size
from tests.tournaments.events.pairing.fields import SEED, Story, entries, forbid, played, settings_for
from tournaments.events.formats.format import find_format
from tournaments.events.values import History, Pairings, Participation, PlayedRound, Reason

ROUND_ROBIN = find_format("round-robin")


def all_rounds(people: tuple[Participation, ...], is_double: bool = False, **more) -> list[Pairings]:
    rules = settings_for("round-robin", is_double=is_double)
    story = Story(rules, people, more.get("forbidden", frozenset()), Random(1), is_wild=True)
    number = more.get("number", ROUND_ROBIN.rounds(rules, len(people)))
    return [pairings for _, pairings in story.rounds(number)]


@pytest.mark.parametrize("players", range(2, 14))
@pytest.mark.parametrize("is_double", [False, True])
def test_everybody_meets_everybody(players: int, is_double: bool) -> None:
    rounds = all_rounds(entries(players), is_double)
    met = Counter(table.entrants for pairings in rounds for table in pairings.tables)
    legs = 2 if is_double else 1
    assert len(rounds) == legs * (players - 1 + players % 2)
    assert set(Counter(frozenset(pair) for pair in met.elements()).values()) == {legs}
    assert len({frozenset(pair) for pair in met}) == players * (players - 1) // 2
    assert set(met.values()) == {1}, "the second leg has the seats swapped"
    byes = Counter(entrant for pairings in rounds for entrant in pairings.byes)
    assert set(byes.values()) == ({legs} if players % 2 else set())
    for pairings in rounds:
        paired = [*pairings.byes, *(entrant for table in pairings.tables for entrant in table.entrants)]
        assert len(set(paired)) == len(paired) == players
        assert set(pairings.reasons) == set(paired)


@pytest.mark.parametrize("players", range(2, 14))
def test_starts_are_balanced_within_one_and_exactly_over_two_legs(players: int) -> None:
    starts: Counter[str] = Counter()
    for number, pairings in enumerate(all_rounds(entries(players), is_double=True), start=1):
        for table in pairings.tables:
            starts.update({table.entrants[0]: 1})
            starts.subtract({table.entrants[1]: 1})
        if number == players - 1 + players % 2:
            assert all(abs(ahead) <= 1 for ahead in starts.values())
    assert set(starts.values()) == {0}


@settings(max_examples=size(30, 300), deadline=None, database=None)
@given(st.integers(2, 9), st.dictionaries(st.integers(1, 9), st.integers(2, 9), max_size=4))
def test_those_who_would_have_met_somebody_who_left_have_a_bye(players: int, leaving: dict[int, int]) -> None:
    people = tuple(entry._replace(left_round=leaving.get(entry.number)) for entry in entries(players))
    whole = all_rounds(entries(players))
    for number, (planned, left) in enumerate(zip(whole, all_rounds(people), strict=True), start=1):
        away = {entry.id for entry in people if not entry.plays_in(number)}
        stay = [table.entrants for table in planned.tables if not away & set(table.entrants)]
        alone = {entrant for table in planned.tables if away & set(table.entrants) for entrant in table.entrants}
        assert [table.entrants for table in left.tables] == stay
        assert set(left.byes) == (alone | set(planned.byes)) - away


def test_the_reason_of_a_bye_names_who_has_left() -> None:
    people = (
        Participation("e-1", 1),
        Participation("e-2", 2, left_round=2),
        Participation("e-3", 3),
        Participation("e-4", 4),
    )
    _, second, third = all_rounds(people)
    told = {entrant: pairings.reasons[entrant] for pairings in (second, third) for entrant in pairings.byes}
    assert len(told) == 2
    assert all(Reason("opponent-away", {"opponent": "e-2"}) in reasons for reasons in told.values())


def test_a_forbidden_pair_has_a_bye_each_when_it_would_meet() -> None:
    rounds = all_rounds(entries(4), forbidden=forbid((1, 2)))
    byes = [pairings for pairings in rounds if pairings.byes]
    assert [pairings.byes for pairings in byes] == [("e-1", "e-2")]
    assert Reason("kept-apart", {"opponents": ["e-2"]}) in byes[0].reasons["e-1"]


def test_one_latecomer_takes_the_free_place_of_an_odd_field() -> None:
    people = (*entries(5), Participation("e-6", 6, joined_round=3))
    rounds = all_rounds(people, number=5)
    assert [len(pairings.byes) for pairings in rounds] == [1, 1, 0, 0, 0]
    met = Counter(frozenset(table.entrants) for pairings in rounds for table in pairings.tables)
    assert set(met.values()) == {1}
    assert sum("e-6" in pair for pair in met) == 3
    with_room = History(SEED, entries(5), (played(rounds[0], 1, Random(1)),))
    assert ROUND_ROBIN.has_room(settings_for("round-robin"), with_room)
    full = with_room._replace(entries=(*entries(5), Participation("e-6", 6, joined_round=2)))
    assert not ROUND_ROBIN.has_room(settings_for("round-robin"), full)


@pytest.mark.parametrize(("players", "late"), [(4, 1), (5, 2)])
def test_more_latecomers_than_free_places_are_refused(players: int, late: int) -> None:
    people = (*entries(players), *(Participation(f"e-{9 - at}", 9 - at, joined_round=2) for at in range(late)))
    first = ROUND_ROBIN.pair(settings_for("round-robin"), History(SEED, people))
    history = History(SEED, people, (played(first, 1, Random(1)),))
    with pytest.raises(Illegal) as refusal:
        ROUND_ROBIN.pair(settings_for("round-robin"), history)
    assert refusal.value.code == "pairing/late"


def test_a_round_after_the_last_is_refused() -> None:
    history = History(SEED, entries(2), (PlayedRound(1, (), (), (("e-1", "e-2"),)),))
    with pytest.raises(Illegal) as refusal:
        ROUND_ROBIN.pair(settings_for("round-robin"), history)
    assert refusal.value.code == "pairing/over"


def test_the_schedule_is_drawn_from_the_seed_and_not_from_the_order_of_entering() -> None:
    def schedule(seed: str, people: tuple[Participation, ...]) -> Pairings:
        return ROUND_ROBIN.pair(settings_for("round-robin"), History(seed, people))

    assert schedule(SEED, entries(8)) == schedule(SEED, entries(8)[::-1])
    assert len({schedule(digit * 64, entries(8)).tables for digit in "0123456789abcdef"}) > 12
