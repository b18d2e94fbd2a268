"""`kill -9` in the middle of counting and of re-rating: whoever comes next ends where nobody was killed."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from random import Random
from time import sleep
from typing import Any

import pytest
from django.db import connections

from games.clock.site_time import system_clock, use_clock
from games.play.models import GameCard, UncountedResult
from tests.sizes import size
from tests.tournaments.events.rounds.killed_worker import die, is_killed, then
from tests.tournaments.ratings.world import (
    BEGIN,
    DUEL,
    STANDARD,
    count,
    hours,
    people,
    random_result,
    store,
    tables,
    void,
)
from tournaments.ratings import copy_prefix, generation, match_store, rerating, services
from tournaments.ratings.generation import BUILD_LEASE
from tournaments.ratings.leaderboards import updater
from tournaments.ratings.match_store import matches_after
from tournaments.ratings.models import RatingPool
from tournaments.ratings.rebuild import rebuild_ratings

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(sys.platform != "linux", reason="processes are forked and killed"),
    pytest.mark.slow,
]
POOLS = (STANDARD, DUEL)
FEW = partial(matches_after, most=12)
"""Batches small enough to be killed between two of them."""


def results(number: int = 40) -> list[str]:
    """Results of which there is word, none of them counted."""
    rng, folk = Random(2), people(6)
    return store([random_result(rng, folk, BEGIN + hours(5 * at)) for at in range(number)])


@contextmanager
def later() -> Iterator[None]:
    """A time at which nobody's lease holds any more."""
    with use_clock(lambda: system_clock() + BUILD_LEASE + timedelta(minutes=2)):
        yield


def put(module: Any, name: str, value: object) -> None:
    """Let a module of the process that is to die find something else under a name."""
    setattr(module, name, value)


def nth(number: int, work: Callable[..., Any]) -> Callable[..., Any]:
    """Something after which the process dies when it has done it so many times."""
    done = [0]

    def counted(*arguments: Any, **named: Any) -> Any:
        found = work(*arguments, **named)
        done[0] += 1
        if done[0] == number:
            die()
        return found

    return counted


def heal() -> None:
    """Do what the next worker does, and find everything as a rebuild gives it."""
    with later():
        count()
        found = tables(*POOLS)
        assert not UncountedResult.objects.exists()
        assert all(found.values())
        assert RatingPool.objects.filter(stale_at=None, building=None).count() == 2
        list(rebuild_ratings())
    assert tables(*POOLS) == found


COUNTING = {
    "while results are kept": (match_store, "store_matches", 1),
    "before their words are struck off": (services, "store_runs", 1),
    "after they were": (services, "store_results", 1),
    "before the first batch is committed": (services, "store_changes", 1),
    "in the third batch": (services, "store_changes", 3),
    "after a batch": (services, "_store_if_unchanged", 2),
    "before the boards are committed": (updater, "store_tallies", 1),
    "with the boards of one pool only": (services, "update_boards", 1),
}


@pytest.mark.parametrize("point", COUNTING)
def test_counting_survives_a_kill(point: str) -> None:
    module, name, number = COUNTING[point]
    results()

    def count_and_die() -> None:
        put(services, "matches_after", FEW)
        put(module, name, nth(number, getattr(module, name)))
        count()

    assert is_killed(count_and_die)
    heal()


RERATING = {
    "once it has the lease": (rerating, "copy_unchanged_prefix", 0),
    "while the ledger is copied": (copy_prefix, "_copy_boards", 0),
    "while the boards are copied": (copy_prefix, "_copy_skills", 0),
    "with the beginning taken over": (rerating, "copy_unchanged_prefix", 1),
    "in the second batch": (rerating, "store_ledger", 2),
    "while the leaderboards are written": (rerating, "store_tallies", 2),
    "while it is written how everybody stands": (rerating, "store_ratings", 1),
    "before the switch": (rerating, "show_generation", 0),
    "after the switch": (rerating, "show_generation", 1),
}


@pytest.mark.parametrize("point", RERATING)
def test_rerating_survives_a_kill(point: str) -> None:
    module, name, number = RERATING[point]
    results()
    count()
    void(GameCard.objects.filter(variant="standard").order_by("ended_at")[5].pk)

    def rerate_and_die() -> None:
        work = getattr(module, name)
        put(rerating, "matches_after", FEW)
        put(module, name, nth(number, work) if number > 0 else then(die, work))
        count()

    assert is_killed(rerate_and_die)
    heal()


def test_killed_at_any_moment_again_and_again_it_ends_where_nobody_was_killed() -> None:
    rng, games = Random(4), results(size(60, 400))
    for _ in range(size(5, 40)):
        connections.close_all()
        child = os.fork()
        if child == 0:
            put(services, "matches_after", FEW)
            put(rerating, "matches_after", FEW)
            put(generation, "LEASE", timedelta(0))
            try:
                while True:
                    count()
            finally:
                os._exit(os.EX_SOFTWARE)
        sleep(rng.uniform(0.02, 0.4))
        os.kill(child, signal.SIGKILL)
        assert os.waitpid(child, 0)[1] == signal.SIGKILL
        void(rng.choice(games))
    heal()
