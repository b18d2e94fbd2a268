"""Somebody who does not read holds nobody up, and gets everything once they do; who has vanished is given up."""

import socket

import pytest

from brikks_site.scripts.run import VANISHED_AFTER, Address
from games.log.event_store import read_log
from tests.games.chaos.site import Site
from tests.games.live.server.listeners import Listener, bearer, stream_of
from tests.games.sample_tables import play_out, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


class SlowListener(Listener):
    """Somebody with hardly any room for what is sent."""

    def squeeze(self) -> None:
        """Take as little as the system allows."""
        assert self._connection.sock
        self._connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)


def test_a_slow_reader_holds_nobody_up_and_misses_nothing(site: Site) -> None:
    game = table("standard", 3)
    slow = SlowListener(site.port, stream_of(game), bearer("Cleo"))
    slow.squeeze()
    with Listener(site.port, stream_of(game), bearer("Dan")) as quick:
        play_out(game)
        end = len(read_log(game))
        everything = quick.take(end)
    assert [int(heard.id) for heard in everything] == list(range(1, end + 1))
    with slow:
        assert [heard.id for heard in slow.take(end)] == [heard.id for heard in everything]


def test_the_system_gives_up_who_has_vanished() -> None:
    with Address("127.0.0.1", 0).listen() as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            waits = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert waits == VANISHED_AFTER * 1000
