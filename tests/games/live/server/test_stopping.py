"""A server that is told to stop does not wait for its streams, and says nothing of it."""

import signal

import pytest

from games.log.event_store import read_log
from tests.games.chaos.site import Site
from tests.games.live.server.listeners import Listener, stream_of
from tests.games.sample_tables import table
from tests.scripts.processes import PATIENCE_SECONDS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_a_server_stops_though_people_are_listening(own_site: Site) -> None:
    game = table()
    listeners = [Listener(own_site.port, stream_of(game)) for _ in range(20)]
    for listener in listeners:
        listener.take(len(read_log(game)))
    own_site.process.send_signal(signal.SIGINT)
    assert [list(listener.hear()) for listener in listeners] == [[]] * 20, "they end properly, without another word"
    assert own_site.process.wait(PATIENCE_SECONDS) == 0
    assert "ERROR" not in own_site.output(), "nobody had to be cut off"
