"""The broker loses everything, again and again: clocks strike and bots move all the same."""

import time
from pathlib import Path

import pytest

from tests.games.chaos.deadlines import are_over, set_deadlines, solo_games, strikes
from tests.games.chaos.site import running, wait_until
from tests.games.sample_tables import mixed_table
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_clocks_strike_and_bots_move_though_the_broker_is_emptied(tmp_path: Path) -> None:
    games = solo_games(10)
    with running(tmp_path, "worker", "beat") as site:
        between_bots = [mixed_table(0, "random", "random") for _ in range(3)]
        set_deadlines(games, 3)
        for _ in range(size(20, 200)):
            site.empty_broker()
            time.sleep(0.1)
        wait_until(lambda: are_over([*games, *between_bots]), "clocks and bots have ended every game")
        site.stop()
    assert [len(times) for times in strikes(games).values()] == [1] * len(games)
