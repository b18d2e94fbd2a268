"""Web, worker and beat killed outright at random points while people and bots play with clocks on."""

import json
import random
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from games.log.models import Game
from games.statuses import FINISHED
from tests.games.chaos.players import Party
from tests.games.chaos.site import running, wait_until
from tests.games.clock.chains import counts, is_unbroken
from tests.games.sample_tables import account, mixed_table
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ROUNDS = size(3, 20)
PROGRAMS = ("web", "worker", "beat")
TABLES = ((2, ("random",)), (1, ("greedy",)), (3, ()), (0, ("random", "greedy")), (2, ()))
"""How many people and which bots sit at each."""


def victims() -> Iterator[tuple[str, ...]]:
    """Who is killed in each round: first each of them, then any of them together."""
    yield from [("web",), ("worker",), ("beat",)]
    while True:
        yield tuple(random.sample(PROGRAMS, random.randint(1, 3)))


def set_up(party: Party, number: int) -> None:
    """A table for some of them, and one at which nobody will ever act."""
    people, bots = TABLES[number % len(TABLES)]
    game = mixed_table(people, *bots, seconds=60)
    party.sit_down(game, people)
    mixed_table(1, variant="solo", seconds=5, timeout="forfeit")


def is_over() -> bool:
    return not Game.objects.exclude(status=FINISHED).exists()


def test_nothing_is_lost_and_no_game_is_stuck_whatever_is_killed(tmp_path: Path) -> None:
    for name in ("Ada", "Bob", "Cleo"):
        account(name)
    tables = cycle(range(len(TABLES)))
    with running(tmp_path, *PROGRAMS) as site, Party(site.port, ("Ada", "Bob", "Cleo")) as party:
        for _, killed in zip(range(ROUNDS), victims(), strict=False):
            for _ in range(size(1, 2)):
                set_up(party, next(tables))
            time.sleep(random.uniform(0.1, 1.5))
            site.kill(*killed)
            assert party.missing() == []
        wait_until(lambda: bool(party.failed) or (party.is_done and is_over()), "every game is over", 90)
        site.stop()
        verdict = json.loads(site.manage("audit", "--json", "--workers", "1"))
    assert party.failed == []
    assert verdict["findings"] == []
    assert verdict["games"] == Game.objects.count()
    assert party.missing() == []
    assert len(party.acknowledged) > 10 * ROUNDS
    assert party.refused <= {"move/stale", "game/over", "turn/already-answered"}
    games = list(Game.objects.values_list("pk", flat=True))
    assert all(is_unbroken(game) and counts(game)["game/finished"] == 1 for game in games)
