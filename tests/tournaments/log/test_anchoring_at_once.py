"""Several makers of checkpoints at once, makers that are killed, and tournaments that go on meanwhile."""

import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Barrier

import pytest
from django.db import connection, connections, transaction

from engine.checkpoint import note_hash
from games.integrity import checkpoints
from games.integrity.audit.full_audit import audit
from games.integrity.checkpoints import make_checkpoints
from games.log.models import Checkpoint, CheckpointLeaf
from tests.games.checkpoints.heads import note
from tests.games.tables import caller, command, move, table
from tests.tournaments.rounds.dying import die, is_killed, then
from tests.tournaments.rounds.world import announced, row, settings
from tournaments.events.log.event_store import lock_tournament
from tournaments.events.models import TournamentLeaf
from tournaments.events.services.entrants import enter

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

MAKERS = 3
STEPS = ("_sign", "_keep_leaves", "_cover", "queue_delivery")
"""What making one checkpoint comes to, one after the other."""


def covered() -> list[tuple[int, str, int]]:
    """Which tournaments are covered by which checkpoints, and how far."""
    return list(
        TournamentLeaf.objects.order_by("checkpoint", "position").values_list("checkpoint", "tournament", "seq")
    )


def require_sound_history() -> None:
    """Numbers without gaps, each note linked to the one before, and everything fits."""
    numbers = list(Checkpoint.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    for before, after in pairwise(Checkpoint.objects.order_by("number")):
        assert note(after.number).previous == note_hash(before.note)
    assert audit().findings == []


def make_when_all_are_ready(barrier: Barrier) -> list[int]:
    try:
        barrier.wait()
        return make_checkpoints()
    finally:
        connections.close_all()


def test_of_several_at_once_each_log_is_covered_once() -> None:
    game, tournament = table(), announced(settings(), "Mia")
    for at, who in enumerate(("Sven", "Otto", "Ada", "Bob")):
        enter(tournament, caller(who), command())
        move(game)
        with ThreadPoolExecutor(MAKERS) as pool:
            made = list(pool.map(make_when_all_are_ready, [Barrier(MAKERS)] * MAKERS))
        # On PostgreSQL one may find another one at it, and leave the rest to the next minute.
        made.append(make_checkpoints())
        assert sorted(number for some in made for number in some) == [2 * at + 1, 2 * at + 2]
        assert row(tournament).checkpointed_seq == row(tournament).seq
    assert [seq for _, _, seq in covered()] == list(range(row(tournament).seq - 3, row(tournament).seq + 1))
    assert CheckpointLeaf.objects.count() == 4
    require_sound_history()


def die_at(step: str, times: int) -> None:
    """What a worker does that is killed right after a step, when it comes to it for the so-manyth time."""
    left = iter(range(times - 1))
    real = getattr(checkpoints, step)

    def perhaps(*arguments: object) -> object:
        if next(left, None) is None:
            return then(real, die)(*arguments)
        return real(*arguments)

    setattr(checkpoints, step, perhaps)
    make_checkpoints()
    die()


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked and killed")
@pytest.mark.parametrize("step", STEPS)
def test_whatever_a_killed_maker_has_not_signed_the_next_one_signs(step: str) -> None:
    game, tournament = table(), announced(settings(), "Mia")
    assert is_killed(lambda: die_at(step, 1))
    assert not Checkpoint.objects.exists(), "killed while it made the one over games"
    assert is_killed(lambda: die_at(step, 2))
    assert (CheckpointLeaf.objects.get().game_id, covered()) == (game, []), "killed while it made the one after it"
    assert row(tournament).checkpointed_seq == 0
    assert make_checkpoints() == [2]
    assert covered() == [(2, tournament, row(tournament).seq)]
    require_sound_history()


def test_a_tournament_that_is_just_appended_to_is_left_for_the_next_one() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    held, free = announced(settings(), "Mia"), announced(settings(), "Mia")
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            lock_tournament(held)
            assert pool.submit(make_when_all_are_ready, Barrier(1)).result(timeout=30) == [1]
        assert [name for _, name, _ in covered()] == [free]
        assert pool.submit(make_when_all_are_ready, Barrier(1)).result(timeout=30) == [2]
    assert [name for _, name, _ in covered()] == [free, held]
