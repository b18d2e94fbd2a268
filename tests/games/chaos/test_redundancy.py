"""Two beats and two workers: each deadline strikes exactly once and none is missed, whoever is killed."""

import random
import time
from pathlib import Path

import pytest

from tests.games.chaos.deadlines import are_over, lateness, set_deadlines, solo_games, strikes
from tests.games.chaos.site import Site, running, wait_until
from tests.games.clock.chains import is_unbroken
from tests.sizes import FULL, size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

SPREAD = size(5, 30)
"""The seconds over which the deadlines are spread."""


def kill_workers(site: Site, until: float) -> None:
    """Kill one worker after the other, at any point."""
    while time.monotonic() < until:
        time.sleep(random.uniform(0.5, 3))
        site.kill("worker")


def test_each_deadline_strikes_once_with_two_beats_and_two_workers(tmp_path: Path) -> None:
    games = solo_games(size(40, 300))
    with running(tmp_path, "worker", "worker", "beat", "beat") as site:
        deadlines = set_deadlines(games, SPREAD)
        if FULL:
            kill_workers(site, time.monotonic() + SPREAD)
        wait_until(lambda: are_over(games), "every deadline has struck")
        site.stop()
    assert [len(times) for times in strikes(games).values()] == [1] * len(games)
    assert lateness(deadlines).median > 0
    assert all(is_unbroken(game) for game in games)
