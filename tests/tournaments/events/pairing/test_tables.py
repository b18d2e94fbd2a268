"""Tables of three and four: threes before twos, nobody alone, and exact up to twelve players."""

from hashlib import sha256
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings

from engine.errors import Illegal
from tests.sizes import size
from tests.tournaments.events.pairing.fields import (
    SEED,
    Ledger,
    Story,
    divisions,
    entries,
    forbid,
    played,
    settings_for,
    stories,
)
from tournaments.events.formats.format import find_format
from tournaments.events.pairing.tables import table_sizes
from tournaments.events.values import History

SIZES_AT_FOUR = {
    2: [2],
    3: [3],
    4: [4],
    5: [3, 2],
    6: [3, 3],
    7: [4, 3],
    8: [4, 4],
    9: [3, 3, 3],
    10: [4, 3, 3],
    11: [4, 4, 3],
    13: [4, 3, 3, 3],
}
SIZES_AT_THREE = {2: [2], 3: [3], 4: [2, 2], 5: [3, 2], 6: [3, 3], 7: [3, 2, 2], 8: [3, 3, 2], 10: [3, 3, 2, 2]}


@pytest.mark.parametrize(("players", "sizes"), SIZES_AT_FOUR.items())
def test_at_tables_of_four_threes_come_before_twos(players: int, sizes: list[int]) -> None:
    assert table_sizes(players, 4) == sizes


@pytest.mark.parametrize(("players", "sizes"), SIZES_AT_THREE.items())
def test_at_tables_of_three_twos_fill_up(players: int, sizes: list[int]) -> None:
    assert table_sizes(players, 3) == sizes


@pytest.mark.parametrize("seats", [3, 4])
def test_there_are_as_few_twos_as_can_be_and_nobody_sits_alone(seats: int) -> None:
    for players in range(2, 200):
        sizes = table_sizes(players, seats)
        assert sum(sizes) == players
        assert set(sizes) <= set(range(2, seats + 1))
        assert sizes == sorted(sizes, reverse=True)
        assert seats == 3 or sizes.count(2) == (players in (2, 5))


@settings(max_examples=size(20, 600), deadline=None, database=None)
@given(stories(seats=(3, 4), most=16))
def test_everybody_who_plays_sits_at_one_table(story: Story) -> None:
    for history, pairings in story.rounds(4):
        ledger = Ledger(story.settings, history)
        tables = [table.entrants for table in pairings.tables]
        assert sorted([*pairings.byes, *(entrant for table in tables for entrant in table)]) == sorted(ledger.playing)
        assert pairings.byes == (tuple(ledger.playing) if len(ledger.playing) == 1 else ())
        assert ledger.is_allowed(tables)
        if not story.forbidden and tables:
            assert sorted(map(len, tables), reverse=True) == table_sizes(len(ledger.playing), story.settings.seats)


@settings(max_examples=size(20, 600), deadline=None, database=None)
@given(stories(seats=(3, 4), most=9))
def test_no_division_into_tables_has_fewer_rematches_or_fairer_starts(story: Story) -> None:
    """All divisions are looked at: with forbidden pairs, withdrawals, late joins, void tables. Where there are
    rematches in all of them, there may be more for the sake of starts."""
    for history, pairings in story.rounds(5):
        ledger = Ledger(story.settings, history)
        tables = [table.entrants for table in pairings.tables]

        def worth(tables, ledger=ledger):
            return ledger.rematches(tables), ledger.beyond(tables), ledger.again(tables)

        drawn = divisions(ledger.playing, [len(table) for table in tables])
        ways = [worth(way) for way in drawn if ledger.is_allowed(way)]
        if tables:
            best, fair = min(ways), [way for way in ways if way[1] == 0]
            assert worth(tables) == (min(fair) if fair and best[0] else best)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "seats", "rounds"),
    [(16, 3, 6), (20, 3, 7), (16, 4, 5), (24, 4, 5), (40, 4, 6), (60, 3, 8), (200, 4, 6)],
)
def test_in_fields_above_twelve_there_is_no_rematch_in_the_usual_number_of_rounds(
    players: int, seats: int, rounds: int
) -> None:
    story = Story(settings_for(seats=seats, rounds=rounds), entries(players), frozenset(), Random(7), is_wild=False)
    for history, pairings in story.rounds(rounds):
        assert Ledger(story.settings, history).rematches([table.entrants for table in pairings.tables]) == 0


@pytest.mark.parametrize("chance", range(size(3, 40)))
def test_sixteen_at_tables_of_four_meet_all_others_once_in_five_rounds(chance: int) -> None:
    """Only a few ways to pair the third round leave a fourth and a fifth without rematches."""
    story = Story(settings_for(seats=4), entries(16), frozenset(), Random(chance), is_wild=False)
    for history, pairings in story.rounds(5):
        assert Ledger(story.settings, history).rematches([table.entrants for table in pairings.tables]) == 0


def test_forbidden_pairs_make_tables_smaller_if_nothing_else_helps() -> None:
    history = History(SEED, entries(4), forbidden=forbid((1, 2)))
    pairings = find_format("swiss").pair(settings_for(seats=4), history)
    assert sorted(len(table.entrants) for table in pairings.tables) == [2, 2]


def test_forbidden_pairs_that_leave_somebody_alone_are_refused() -> None:
    history = History(SEED, entries(3), forbidden=forbid((1, 2), (1, 3)))
    with pytest.raises(Illegal) as refusal:
        find_format("swiss").pair(settings_for(seats=4), history)
    assert refusal.value.code == "pairing/impossible"


DRAWN = "b0741c59cb5dbac19f1c409cd7d3b7946e036845bd7e89a8f97869490ce0e2df"
"""A digest of rounds that were drawn before, by which they must be drawn again: logs name what was drawn."""


def test_rounds_are_drawn_again_as_they_were() -> None:
    digest = sha256()
    for players, seats in product((5, 12, 13, 20), (2, 3, 4)):
        rules, rng = settings_for(seats=seats), Random(players)
        history = History(SEED, entries(players), (), forbid((1, 2), (3, 4)))
        for number in range(1, 5):
            pairings = find_format("swiss", 3).pair(rules, history)
            digest.update(repr(pairings).encode())
            history = history._replace(rounds=(*history.rounds, played(pairings, number, rng, is_wild=True)))
    assert digest.hexdigest() == DRAWN


@pytest.mark.slow
@pytest.mark.parametrize("players", [9, 30])
def test_the_order_of_entries_and_results_does_not_matter(players: int) -> None:
    story = Story(settings_for(seats=4), entries(players), forbid((1, 2)), Random(3), is_wild=True)
    for history, pairings in story.rounds(5):
        rounds = tuple(told._replace(tables=told.tables[::-1], seated=told.seated[::-1]) for told in history.rounds)
        turned = history._replace(entries=history.entries[::-1], rounds=rounds[::-1])
        assert find_format("swiss").pair(story.settings, turned) == pairings
