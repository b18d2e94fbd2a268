"""Several makers at once, and games that go on meanwhile: no number twice, no head lost, nobody kept waiting."""

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Barrier, Event, Thread

import pytest
from django.db import connection, connections, transaction

from engine.checkpoint import note_hash
from games.integrity.checkpoints import make_checkpoint
from games.log.models import Checkpoint, CheckpointLeaf, Game
from games.log.models import Event as LoggedEvent
from games.log.unit_of_work import lock_head
from tests.games.integrity.checkpoints.heads import add_games, leaves, note
from tests.games.sample_tables import fold_of, move, table

pytestmark = pytest.mark.slow

MAKERS = 4
ROUNDS = 5


def require_sound_history() -> None:
    """Numbers without gaps, each note linked to the one before, each leaf a head that once was."""
    numbers = list(Checkpoint.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    for before, after in pairwise(Checkpoint.objects.order_by("number")):
        assert note(after.number).previous == note_hash(before.note)
    for leaf in CheckpointLeaf.objects.filter(game__events__isnull=False).distinct():
        assert LoggedEvent.objects.get(game=leaf.game_id, seq=leaf.seq).hash == leaf.hash


def make_when_all_are_ready(barrier: Barrier) -> int | None:
    try:
        barrier.wait()
        return make_checkpoint()
    finally:
        connections.close_all()


@pytest.mark.django_db(transaction=True)
def test_of_several_threads_at_once_one_makes_it() -> None:
    for number in range(1, ROUNDS + 1):
        games = add_games(50, first=100 * number)
        barrier = Barrier(MAKERS)
        with ThreadPoolExecutor(MAKERS) as pool:
            made = list(pool.map(make_when_all_are_ready, [barrier] * MAKERS))
        assert [found for found in made if found is not None] == [number]
        assert [leaf.partition("|")[0] for leaf in leaves(number)] == games
    require_sound_history()


def make_in_process(ready: object, results: "multiprocessing.Queue[int | None]") -> None:
    """What a forked process does; it has no connection yet, and leaves by itself."""
    assert hasattr(ready, "wait")
    ready.wait()
    results.put(make_checkpoint())
    connections.close_all()


@pytest.mark.django_db(transaction=True)
def test_of_two_processes_at_once_one_makes_it() -> None:
    games = add_games(300)
    connections.close_all()
    context = multiprocessing.get_context("fork")
    ready, results = context.Barrier(2), context.Queue()
    makers = [context.Process(target=make_in_process, args=(ready, results)) for _ in range(2)]
    for maker in makers:
        maker.start()
    made = [results.get(timeout=60) for _ in makers]
    for maker in makers:
        maker.join(timeout=60)
        assert maker.exitcode == 0
    assert sorted(made, key=str) == [1, None]
    assert [leaf.partition("|")[0] for leaf in leaves(1)] == games


@pytest.mark.django_db(transaction=True)
def test_nothing_is_lost_while_games_go_on() -> None:
    games = [table() for _ in range(3)]
    is_over = Event()
    made: list[int] = []

    def keep_making() -> None:
        try:
            while not is_over.is_set():
                if number := make_checkpoint():
                    made.append(number)
        finally:
            connections.close_all()

    def play(game: str) -> None:
        try:
            for _ in range(25):
                if not fold_of(game).is_over:
                    move(game)
        finally:
            connections.close_all()

    maker = Thread(target=keep_making)
    maker.start()
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(play, games))
    is_over.set()
    maker.join()
    make_checkpoint()
    assert len(made) > 1
    require_sound_history()
    for game in Game.objects.all():
        newest = CheckpointLeaf.objects.filter(game=game).order_by("-checkpoint")[0]
        assert (newest.seq, newest.hash) == (game.seq, game.head_hash)
        assert game.checkpointed_seq == game.seq


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_just_appended_to_is_left_for_the_next_one() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    held, free = sorted(table() for _ in range(2))
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            lock_head(held)
            number = pool.submit(make_when_all_are_ready, Barrier(1)).result(timeout=30)
        assert number == 1
        assert [leaf.partition("|")[0] for leaf in leaves(1)] == [free]
        assert pool.submit(make_when_all_are_ready, Barrier(1)).result(timeout=30) == 2
    assert [leaf.partition("|")[0] for leaf in leaves(2)] == [held]
