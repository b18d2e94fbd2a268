"""Tells the watcher of every process at once that something was committed in a log: within its own process, or through
Redis, whose client only a site with one loads.

A change is only published after its commit. One that is not heard costs a moment: the watcher also asks the database
itself.
"""

import threading
from functools import partial
from typing import Final, Protocol

from django.conf import settings
from django.db import transaction

from games.metrics import EVENTS


def publish_events_on_commit(log: str, events: int) -> None:
    """Count the events that were added to a log and wake those who watch it, once they are committed."""
    transaction.on_commit(partial(EVENTS.inc, events))
    publish_on_commit(log)


def publish_on_commit(log: str) -> None:
    """Wake those who watch a game or another log, once the open transaction is committed."""
    transaction.on_commit(lambda: _ring(log), robust=True)


def _ring(game: str) -> None:
    if settings.REDIS_URL:
        from games.log.redis_pubsub import redis_publisher

        redis_publisher().ring(game)
    else:
        local_channel.ring(game)


class Subscription(Protocol):
    """What the watcher listens to."""

    @property
    def is_heard(self) -> bool:
        """Whether it is rung for every commit, whoever makes it."""

    def wait(self, seconds: float) -> set[str]:
        """The games that it was rung for, waiting for the first so long at most."""

    def close(self) -> None:
        """Stop listening."""


class LocalChannel:
    """Rung by this process only: commits of others are found in the database."""

    is_heard = False

    def __init__(self) -> None:
        self._rung = threading.Event()
        self._lock = threading.Lock()
        self._games: set[str] | None = None
        """None while nobody listens."""

    def ring(self, game: str) -> None:
        """Say that something has happened in a game."""
        with self._lock:
            if self._games is not None:
                self._games.add(game)
                self._rung.set()

    def wait(self, seconds: float) -> set[str]:
        """The games that it was rung for since the last time."""
        self._rung.wait(seconds)
        with self._lock:
            games, self._games = self._games or set(), set()
            self._rung.clear()
        return games

    def close(self) -> None:
        """Keep nothing for anybody."""
        with self._lock:
            self._games = None
            self._rung.clear()


local_channel: Final = LocalChannel()


def subscribe_to_changes() -> Subscription:
    """The bell that is rung for this site."""
    if not settings.REDIS_URL:
        return local_channel
    from games.log.redis_pubsub import RedisSubscription

    return RedisSubscription()
