"""A loop in a thread of its own, as the server's, and nobody left in it after a test."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from games.live.hub import hub
from tests.games.live.readers import Room


@pytest.fixture
def room(transactional_db: None) -> Iterator[Room]:
    """Where streams are read."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    room = Room(loop)
    try:
        yield room
        room.close()
        assert hub.streams() == []
        assert hub.logs() == []
        wait_for_the_watcher()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def wait_for_the_watcher() -> None:
    """The watcher ends by itself, with its connection to the database, when nobody listens any more."""
    for thread in threading.enumerate():
        if thread.name == "live-streams":
            thread.join(30)
            assert not thread.is_alive()
