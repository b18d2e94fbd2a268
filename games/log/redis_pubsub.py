"""Telling every process of the site through Redis that something was committed in a log, and hearing of it.

Nobody waits for a Redis that is away: the watcher asks the database then.
"""

import logging
import threading
from functools import cache
from time import monotonic, sleep
from typing import Any, Final

import redis
from django.conf import settings
from redis.client import PubSub

log = logging.getLogger(__name__)
REDIS_PATIENCE: Final = 0.5
"""Seconds that anybody waits for Redis: the commit is done, and its answer must not wait long."""
RETRY_AFTER: Final = 2.0
"""Seconds for which a Redis that was away is left alone."""
SEPARATOR: Final = " "
"""What stands between two games in a message; no id holds it."""


class RedisPublisher:
    """Rings in every process of the site, from a thread of its own: whoever has committed need not wait for Redis.

    Games that something happens in while it rings are rung for together the next time.
    """

    def __init__(self) -> None:
        self._client = connect_to_redis()
        self._quiet_until = 0.0
        self._lock = threading.Lock()
        self._games: set[str] = set()
        self._is_needed = threading.Semaphore(0)
        threading.Thread(target=self._ring_on, name="bell-ringer", daemon=True).start()

    def ring(self, game: str) -> None:
        """Say that something has happened in a game; nobody hears it while Redis is away."""
        with self._lock:
            is_first = not self._games
            self._games.add(game)
        if is_first:
            self._is_needed.release()

    def _ring_on(self) -> None:
        while self._is_needed.acquire():
            with self._lock:
                games, self._games = self._games, set()
            if monotonic() >= self._quiet_until:
                self._publish(games)

    def _publish(self, games: set[str]) -> None:
        try:
            self._client.publish(_channel(), SEPARATOR.join(games))
        except (redis.RedisError, OSError) as error:
            self._quiet_until = monotonic() + RETRY_AFTER
            log.warning("Live streams were not woken, Redis is away: %s", error)


@cache
def redis_publisher() -> RedisPublisher:
    """The one publisher of this process."""
    return RedisPublisher()


class RedisSubscription:
    """Rung through Redis by every process of the site, this one included."""

    def __init__(self) -> None:
        self._listening: Any = None
        self._quiet_until = 0.0

    @property
    def is_heard(self) -> bool:
        """Whether Redis answers."""
        return self._listening is not None

    def wait(self, seconds: float) -> set[str]:
        """The games that it was rung for."""
        try:
            if self._listening is None:
                self._listen(seconds)
                return set()
            return self._hear(seconds)
        except (redis.RedisError, OSError) as error:
            log.warning("Live streams ask the database, Redis is away: %s", error)
            self.close()
            self._quiet_until = monotonic() + RETRY_AFTER
            return set()

    def _listen(self, seconds: float) -> None:
        if monotonic() < self._quiet_until:
            sleep(seconds)
            return
        listening = PubSub(connect_to_redis().connection_pool, ignore_subscribe_messages=True)
        listening.subscribe(_channel())
        self._listening = listening

    def _hear(self, seconds: float) -> set[str]:
        games = set()
        message = self._listening.get_message(timeout=seconds)
        while message is not None:
            games.update(message["data"].decode().split(SEPARATOR))
            message = self._listening.get_message(timeout=0.0)
        return games

    def close(self) -> None:
        """Stop listening."""
        if self._listening is not None:
            self._listening.close()
            self._listening = None


def connect_to_redis() -> redis.Redis:
    """A client of the site's Redis that waits for nothing long."""
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=REDIS_PATIENCE, socket_timeout=REDIS_PATIENCE
    )


def _channel() -> str:
    return f"{settings.REDIS_PREFIX}live"
