"""The server killed outright under load: whoever connects again goes on where they were, without a gap or a repeat."""

import http.client
import os
import random
import signal
import threading
import time

import pytest

from games.log.event_store import read_log
from tests.games.chaos.site import Site, wait_until
from tests.games.live.server.listeners import Listener, bearer, stream_of
from tests.games.sample_tables import fold_of, move, table
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

KILLS = size(2, 12)
LISTENERS = 12


class Persistent(threading.Thread):
    """A browser: it connects again and again, with the id of what it heard last."""

    def __init__(self, site: Site, game: str, headers: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self._asking = (site.port, stream_of(game), headers)
        self.heard: list[tuple[int, str]] = []
        self.connected = 0
        self.is_done = threading.Event()

    def run(self) -> None:
        while not self.is_done.is_set():
            try:
                self._listen()
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.05)

    def _listen(self) -> None:
        after = str(self.heard[-1][0]) if self.heard else None
        with Listener(*self._asking, after=after) as listener:
            assert listener.status == 200, listener.refusal
            self.connected += 1
            for one in listener.hear():
                self.heard.append((int(one.id), one.said["hash"]))
                if self.is_done.is_set():
                    return


def test_nobody_misses_or_repeats_anything_though_the_server_is_killed(own_site: Site) -> None:
    games = [table(seats=4), table(seats=3)]
    who = [bearer("Ada"), bearer("Bob"), {}]
    browsers = [Persistent(own_site, games[at % 2], who[at % 3]) for at in range(LISTENERS)]
    for browser in browsers:
        browser.start()
    try:
        for _ in range(KILLS):
            play_for(random.uniform(0.5, 1.5), games)
            os.kill(own_site.pids("web")[0], signal.SIGKILL)
            play_for(0.3, games)
            own_site.wait_until_up()
        play_for(1.0, games)
        logs = [[(row.seq, row.hash) for row in read_log(game)] for game in games]
        wait_until(
            lambda: all(len(browser.heard) >= len(logs[at % 2]) for at, browser in enumerate(browsers)),
            "everybody has heard everything",
        )
    finally:
        for browser in browsers:
            browser.is_done.set()
        for game in games:
            move_if_running(game)
    for at, browser in enumerate(browsers):
        assert browser.heard[: len(logs[at % 2])] == logs[at % 2]
        assert browser.connected > KILLS // 2, "they did have to connect again"


def play_for(seconds: float, games: list[str]) -> None:
    """Play on, at a pace at which the games last."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        move_if_running(random.choice(games))
        time.sleep(0.02)


def move_if_running(game: str) -> None:
    if not fold_of(game).is_over:
        move(game)
