"""A worker that is stopped inside a transaction: others wait or hear that the site is busy, and nothing is lost."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from games.log.models import Event
from tests.databases import IS_EMBEDDED
from tests.games.chaos.deadlines import are_over, set_deadlines, solo_games, strikes
from tests.games.chaos.players import Answer, Client
from tests.games.chaos.site import Site, running, wait_until
from tests.games.clock.chains import is_unbroken
from tests.games.sample_tables import table
from tests.scripts.processes import read
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

STOPPED_SECONDS = size(3, 30)
PATIENCE = 1.0
"""How long SQLite waits for a lock here, and a client for an answer."""


def stop_worker_inside(site: Site, game: str) -> int:
    """Have the worker stop when it has locked a game whose time has run out."""
    [worker] = site.pids("worker")
    (site.folder / "stop-inside").touch()
    set_deadlines([game], 0.3)
    wait_until(lambda: is_stopped(worker), "the worker has stopped")
    return worker


def is_stopped(pid: int) -> bool:
    process = read(Path("/proc") / str(pid))
    return process is not None and process.state == "T"


def test_nothing_is_lost_while_a_worker_is_stopped_inside_a_transaction(tmp_path: Path) -> None:
    [held], other = solo_games(1), table(seconds=600)
    with running(tmp_path, "web", "worker", "beat", patience=PATIENCE) as site, ThreadPoolExecutor(2) as pool:
        ada, bob = Client(site.port, "Ada", 30), Client(site.port, "Bob", 30)
        here, there = ada.answer(ada.position(held)), bob.answer(bob.position(other))
        assert here
        assert there
        worker = stop_worker_inside(site, held)
        try:
            first = pool.submit(Client(site.port, "Bob", 10 * PATIENCE).ask, "POST", "/act", there)
            waiting = pool.submit(ada.insist, "POST", "/act", here)
            check_while_stopped(first.result())
            time.sleep(STOPPED_SECONDS)
            assert strikes([held]) == {held: []}
        finally:
            os.kill(worker, signal.SIGCONT)
        # The clock had locked the game before the move came.
        assert waiting.result().said["code"] in {"move/stale", "game/over"}
        again = bob.insist("POST", "/act", there)
        wait_until(lambda: are_over([held]), "the clock goes on")
        site.wait_until_up()
        site.stop()
    assert len(strikes([held])[held]) == 1
    event = Event.objects.get(game=other, command_id=there["command_id"])
    assert again == Answer(200, {"game": other, "seq": event.seq, "hash": event.hash})
    assert is_unbroken(held)
    assert is_unbroken(other)


def check_while_stopped(answer: Answer | None) -> None:
    """What somebody hears who moves in another game: that it is stored, or where only one can write, that it is not."""
    assert answer is not None
    if IS_EMBEDDED:
        assert (answer.status, answer.said["code"]) == (503, "site/busy")
    else:
        assert answer.status == 200
