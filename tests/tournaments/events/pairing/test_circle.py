"""The circle: everybody meets everybody once in a leg, and begins as often as not."""

from collections import Counter

import pytest

from tournaments.events.formats.round_robin import duels_of_round, rounds_of_leg


@pytest.mark.parametrize("players", range(2, 31))
def test_everybody_meets_everybody_once(players: int) -> None:
    rounds = [duels_of_round(players, number) for number in range(1, rounds_of_leg(players) + 1)]
    met = Counter(frozenset(duel) for duels in rounds for duel in duels)
    there = {pair for pair in met if max(pair) < players}
    assert len(there) == players * (players - 1) // 2
    assert set(met.values()) == {1}
    for duels in rounds:
        places = [place for duel in duels for place in duel]
        assert len(set(places)) == len(places) == players + players % 2


@pytest.mark.parametrize("players", range(2, 31))
def test_starts_are_balanced_within_one_after_a_leg_and_never_far_from_it(players: int) -> None:
    ahead: Counter[int] = Counter()
    for number in range(1, rounds_of_leg(players) + 1):
        for first, second in duels_of_round(players, number):
            if max(first, second) < players:
                ahead[first] += 1
                ahead[second] -= 1
        assert all(abs(starts) <= 2 for starts in ahead.values())
    assert all(abs(starts) <= (players % 2 == 0) for starts in ahead.values())
