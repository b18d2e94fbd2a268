"""Several processes share out the audit while others write: no false alarm, nobody waits, nothing is missed."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import TypeVar

import pytest
from django.db import connection, connections

from games.integrity.audit.batches import Batch
from games.integrity.audit.findings import Report
from games.integrity.audit.full_audit import audit
from games.integrity.audit.rebuild import PARTS, all_games, rebuild
from games.integrity.checkpoints import make_checkpoint
from games.log.models import Event
from games.log.steady_reads import steady_view
from games.refusals import Busy
from tests.games import sample_tables as tables
from tests.games.integrity.audit.many_games import fill
from tests.games.integrity.audit.tampering import change
from tests.games.sample_tables import fold_of, move, play_out, table
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.integrity.audit.batches.EVENTS", 300)


Result = TypeVar("Result")
Background = Callable[[Callable[[], object]], None]


@pytest.fixture
def in_background(transactional_db: None) -> Iterator[Background]:
    """Lets something be done over and over by another process, until the test is over."""
    processes: list[BaseProcess] = []

    def begin(work: Callable[[], object]) -> None:
        connections.close_all()
        processes.append(get_context("fork").Process(target=_repeat, args=(work,), daemon=True))
        processes[-1].start()

    yield begin
    assert all(process.is_alive() for process in processes)
    for process in processes:
        process.terminate()
        process.join()


def _repeat(work: Callable[[], object]) -> None:
    # A copy of this process would give its commands the same names as another one.
    tables._numbers = count(os.getpid() * 1_000_000)
    while True:
        try:
            work()
        except Busy:
            continue


def play_on() -> None:
    """Play a game to its end."""
    play_out(table())


def in_a_copy(work: Callable[[], Result]) -> Result:
    """What something gives in a copy of this process, which has one thread only: of others no crew is made."""
    connections.close_all()
    with ProcessPoolExecutor(1, get_context("fork")) as copy:
        return copy.submit(work).result()


@pytest.mark.usefixtures("small_batches")
def test_several_processes_find_what_one_finds() -> None:
    events = fill(2000)
    alone, together = audit(), in_a_copy(_audit_together)
    assert alone == together
    assert (together.is_clean, together.events) == (True, events)
    for victim in Event.objects.filter(kind="roll").order_by("game", "seq")[::40]:
        change("games_event", {"seat": 3 - (victim.seat or 0)}, id=victim.pk)
    alone, together = audit(), in_a_copy(_audit_together)
    assert alone == together
    assert {finding.code for finding in together.findings} == {"column/seat"}
    assert len(together.findings) > 3


def _audit_together() -> Report:
    assert threading.active_count() == 1
    return audit(workers=3)


@pytest.mark.usefixtures("small_batches")
def test_a_helper_that_dies_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    fill(500)
    monkeypatch.setattr("games.integrity.audit.full_audit.check_batch", _die)
    assert in_a_copy(_audit_refused)


def _die(batch: Batch) -> Report:
    os._exit(1)


def _audit_refused() -> bool:
    with pytest.raises(RuntimeError):
        audit(workers=2)
    return True


def test_games_go_on_while_they_are_audited(in_background: Background) -> None:
    in_background(play_on)
    in_background(play_on)
    in_background(make_checkpoint)
    audits = 0
    while audits < 10 or Event.objects.count() < 300:
        assert audit(workers=1 + audits % 2).findings == []
        audits += 1


def test_nobody_waits_for_the_audit() -> None:
    game = table()
    before = fold_of(game).seq
    with steady_view():
        seen = _length(game)
        writer = Thread(target=_move, args=(game,))
        writer.start()
        writer.join(timeout=15)
        assert not writer.is_alive()
        assert _length(game) == seen == before
    assert _length(game) > before


def _length(game: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_event WHERE game_id = %s", [game])
        [number] = cursor.fetchone()
    return int(number)


def _move(game: str) -> None:
    try:
        move(game)
    finally:
        connections.close_all()


def test_games_go_on_while_everything_is_rebuilt(in_background: Background) -> None:
    play_out(table())
    in_background(play_on)
    while Event.objects.count() < size(150, 400):
        for game in all_games():
            assert rebuild(game, list(PARTS)) is None
    assert audit().findings == []
