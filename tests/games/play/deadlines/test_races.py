"""A move and the deadline at the same moment: exactly one of them wins, whoever it is."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import pytest

from engine.errors import Refused
from games.log.event_store import events_since
from games.log.fold import Fold
from games.log.models import Game
from games.play.deadlines import expire_due_games, expire_game
from games.play.heartbeat import beat
from games.play.moves import make_move
from tests.games.clock.chains import is_unbroken
from tests.games.clock.threads import Team, failures, team
from tests.games.clock.watch import due_at, wound
from tests.games.sample_tables import caller, choose, command, fold_of, move, table
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

RACES = size(150, 5000)
HEAD_START = 0.003
"""How many seconds one side may begin before the other, so that now this one wins and now that one."""
ANSWERS = ("place", "bomb", "drop")


def questions() -> Iterator[tuple[str, Fold]]:
    """Games in which Ada has to answer a roll, for ever; a time-out costs her a bomb while she has one."""
    while True:
        game = table("solo", 1, seconds=60, timeout="bomb")
        move(game)
        while not (fold := fold_of(game)).is_over:
            yield game, fold


def after(seconds: float, work: Callable[[], Any]) -> Any:
    time.sleep(max(seconds, 0))
    return work()


def race(threads: Team, game: str, fold: Fold, clock: Callable[[], object]) -> str:
    """Who has won: what was told to both sides and what the log says is the same."""
    answer = partial(make_move, game, caller("Ada"), command(), choose(fold, 0), fold.asked)
    lead = random.uniform(-HEAD_START, HEAD_START)
    moved, expired = threads.at_once(partial(after, lead, answer), partial(after, -lead, clock))
    assert not isinstance(expired, BaseException), expired
    rows = events_since(game, fold.seq)
    first = rows[0].entry
    assert first.kind in ANSWERS
    assert [row.entry.kind for row in rows if row.entry.kind in ANSWERS and row.entry.actor != "system"][1:] == []
    if first.actor == "system":
        assert isinstance(moved, Refused)
        assert moved.code in {"move/stale", "game/over"}
        return "clock"
    assert (moved.seq, moved.hash) == (rows[0].seq, rows[0].hash)
    assert expired in (False, None)
    return "move"


def test_a_move_against_the_deadline_has_exactly_one_winner() -> None:
    wins: Counter[str] = Counter()
    with team(2) as threads:
        for number, (game, fold) in enumerate(islice(questions(), RACES)):
            deadline = due_at(game)
            assert deadline is not None
            clock = partial(expire_game, game, deadline) if number % 2 else partial(expire_due_games, deadline)
            wins[race(threads, game, fold, clock)] += 1
    assert wins.total() == RACES
    assert min(wins["move"], wins["clock"]) > RACES / 50, wins
    assert all(is_unbroken(game) for game in Game.objects.values_list("pk", flat=True))


def test_moves_while_outages_are_measured_lock_nobody_out() -> None:
    games = [table(seconds=60) for _ in range(3)]

    def play_on(game: str) -> None:
        for _ in range(size(12, 60)):
            if not fold_of(game).is_over:
                move(game)

    def suffer_outages() -> None:
        for _ in range(size(12, 60)):
            watch.set(3600)
            beat()

    with wound() as watch, team(4) as threads:
        assert failures(threads.at_once(suffer_outages, *[partial(play_on, game) for game in games])) == []
    assert all(is_unbroken(game) and fold_of(game).seq > 10 for game in games)
