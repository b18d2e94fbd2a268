"""Tables by search: no worse than where every division is weighed, and no worse than swaps alone."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings

from tests.sizes import size
from tests.tournaments.events.pairing.fields import Ledger, Story, entries, settings_for, stories
from tournaments.events.formats.format import find_format
from tournaments.events.pairing.players import SHARE, PairingPlayer, read_players
from tournaments.events.pairing.table_costs import DIGIT, TableCosts
from tournaments.events.pairing.table_search import best_of_all_divisions, cut_and_mend, divide_by_search, divide_fairly
from tournaments.events.pairing.tables import table_sizes


@settings(max_examples=size(15, 400), deadline=None, database=None)
@given(stories(seats=(3, 4), most=10))
def test_a_search_finds_what_weighing_every_division_finds(story: Story) -> None:
    for history, _ in story.rounds(5):
        field = read_players(history, lambda played: find_format("swiss").points(story.settings, played))
        if len(field) < 2:
            continue
        sizes = table_sizes(len(field), story.settings.seats)
        costs = TableCosts(history.forbidden, is_wary=True)
        found = divide_by_search(field, sizes, costs)
        assert found.is_proven
        assert costs.of_all(found.tables) >> DIGIT == costs.of_all(best_of_all_divisions(field, sizes, costs)) >> DIGIT


@pytest.mark.parametrize(("players", "seats"), [(17, 4), (20, 3), (40, 4)])
def test_no_round_has_more_rematches_or_unfairer_starts_than_after_swaps_alone(players: int, seats: int) -> None:
    story = Story(settings_for(seats=seats, rounds=7), entries(players), frozenset(), Random(players), is_wild=False)
    for history, pairings in story.rounds(6):
        ledger = Ledger(story.settings, history)
        field = read_players(history, lambda played: find_format("swiss").points(story.settings, played))
        swapped = cut_and_mend(field, table_sizes(players, seats), TableCosts(history.forbidden))
        alone = [tuple(player.id for player in table) for table in swapped]
        found = [table.entrants for table in pairings.tables]
        assert ledger.rematches(found) <= ledger.rematches(alone)
        if ledger.rematches(found) == ledger.rematches(alone):
            assert ledger.beyond(found) <= ledger.beyond(alone)


def _skewed(rng: Random) -> list[PairingPlayer]:
    """A field in which many have begun too often, so that fair tables are searched for as they were foreseen."""
    numbers = range(1, rng.choice((13, 14, 16, 18)) + 1)
    return [
        PairingPlayer(
            id=f"e-{number}",
            number=number,
            points=rng.randint(0, 6),
            byes=0,
            met=Counter(),
            firsts=rng.randint(0, 3),
            games=4,
            excess=rng.choice((SHARE, SHARE, SHARE, -SHARE, 9)),
            lateness=0,
            began_last=False,
            is_late=False,
            draw=rng.randrange(1, 2**60),
        )
        for number in numbers
    ]


def _tables(players: Sequence[PairingPlayer]) -> list[list[int]]:
    """Who is divided how, by the numbers of their entries."""
    field = sorted(players, key=lambda player: (-player.points, player.draw))
    found = divide_fairly(field, table_sizes(len(field), 4), TableCosts(frozenset(), is_wary=True))
    return sorted(sorted(player.number for player in table) for table in found.tables)


@pytest.mark.slow
def test_other_ids_give_nobody_another_table() -> None:
    rng = Random(32)
    field = _skewed(rng)
    usual = _tables(field)
    for _ in range(2):
        ids = rng.sample(range(100, 999), len(field))
        assert _tables([player._replace(id=f"e-{new}") for player, new in zip(field, ids, strict=True)]) == usual
