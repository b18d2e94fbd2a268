"""Many who listen, come and go: everybody hears everything, and the database does not notice how many they are."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path

import pytest
from django.db import connection

from games.live.hub import MOST_OF_ONE
from games.log.event_store import read_log
from tests.games.chaos.site import Site
from tests.games.live.server.listeners import Listener, bearer, stream_of
from tests.games.sample_tables import move, play_out, table
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

STREAMS = size(100, 800)
RECONNECTS = size(300, 5000)
AT_ONCE = 16
FEW = 30
"""Connections: those of the threads that answer and open, the watcher's, and the test's own."""


def connections_to_database() -> int:
    """How many connections there are to the database of this test."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        [number] = cursor.fetchone()
    return int(number)


def open_files(site: Site) -> int:
    """How often the server has the file of the database open."""
    name = os.path.realpath(connection.settings_dict["NAME"])
    return sum(target_of(link) == name for link in Path(f"/proc/{site.pids('web')[0]}/fd").iterdir())


def target_of(link: Path) -> str:
    """Where a link leads, nowhere if it was removed meanwhile."""
    try:
        return os.readlink(link)
    except OSError:
        return ""


def held_connections(site: Site) -> int:
    return connections_to_database() if connection.vendor == "postgresql" else open_files(site)


def people(number: int) -> list[dict[str, str]]:
    """Enough accounts for so many streams."""
    return [bearer(f"Viewer{at}") for at in range(-(-number // MOST_OF_ONE))]


def test_all_hear_the_same_and_hold_no_connection(site: Site) -> None:
    game = table()
    who = cycle(people(STREAMS))
    with ExitStack() as stack:
        listeners = [stack.enter_context(Listener(site.port, stream_of(game), next(who))) for _ in range(STREAMS)]
        begun = len(read_log(game))
        for listener in listeners:
            listener.take(begun)
        for _ in range(5):
            move(game)
        end = len(read_log(game))
        expected = list(range(begun + 1, end + 1))
        assert all([int(heard.id) for heard in listener.take(end - begun)] == expected for listener in listeners)
        assert held_connections(site) <= FEW


def test_many_reconnects_miss_nothing_and_leave_nothing_behind(site: Site) -> None:
    play_out(game := table("solo", 1))
    end = len(read_log(game))
    visitors = [(at, headers) for at, headers in zip(range(RECONNECTS), cycle(people(RECONNECTS // 8)), strict=False)]
    most = 0

    def visit(visitor: tuple[int, dict[str, str]]) -> bool:
        at, headers = visitor
        after = at % end
        with Listener(site.port, stream_of(game), headers, str(after)) as listener:
            number = min(3, end - after)
            return [int(heard.id) for heard in listener.take(number)] == list(range(after + 1, after + 1 + number))

    with ThreadPoolExecutor(AT_ONCE) as crowd:
        visits = [crowd.submit(visit, visitor) for visitor in visitors]
        while not all(done.done() for done in visits):
            most = max(most, held_connections(site))
            time.sleep(0.1)
    assert all(done.result() for done in visits)
    assert 0 < most <= FEW
