"""How many watch a game without playing in it, in all processes that share a cache.

Each process tells the numbers of its streams when somebody asks, and reads those of the others. That is enough: what a
process has not told for a while is asked of it by the pages of its own viewers.
"""

import logging
import os
import socket
from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import Final

from django.core.cache import cache
from redis import RedisError

from games.live.hub import Hub, hub

logger = logging.getLogger(__name__)
EVERY: Final = 1.0
"""Seconds for which numbers are good enough."""
LIFE: Final = 120
"""Seconds after which the numbers of a process that is silent are forgotten; open pages ask more often than that."""
PROCESSES: Final = "audience"
"""Where the processes are listed that have told numbers. Of two that enter themselves at once one may be lost until it
asks again."""


def this_process() -> str:
    """A name that no other process has."""
    return f"{socket.gethostname()}-{os.getpid()}"


class SpectatorCount:
    """Those who watch, as one process knows of them."""

    def __init__(self, hub: Hub, name: Callable[[], str] = this_process) -> None:
        self._hub = hub
        self._name = name
        self._asked_at = float("-inf")
        self._numbers: Counter[str] = Counter()

    def of(self, game: str) -> int:
        """How many watch a game."""
        if monotonic() - self._asked_at >= EVERY:
            self._numbers = self._count()
            self._asked_at = monotonic()
        return self._numbers[game]

    def _count(self) -> Counter[str]:
        own = self._hub.spectators()
        try:
            return own + _others(self._name(), own)
        except (RedisError, OSError) as error:
            logger.warning("Only those who watch here are counted, the cache is away: %s", error)
            return own


def _others(name: str, own: Counter[str]) -> Counter[str]:
    """What the other processes have told, after telling one's own numbers."""
    cache.set(_key(name), own, LIFE)
    names: set[str] = cache.get(PROCESSES, set())
    told = cache.get_many([_key(other) for other in names if other != name])
    alive = {name} | {other for other in names if _key(other) in told}
    if alive != names:
        cache.set(PROCESSES, alive, None)
    return sum(told.values(), Counter())


def _key(name: str) -> str:
    return f"{PROCESSES}:{name}"


spectator_count: Final = SpectatorCount(hub)
"""That of this process."""
