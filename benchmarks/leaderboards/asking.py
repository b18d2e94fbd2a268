"""The questions: the first hundred, and what is around somebody, of another player every time."""

from random import Random
from time import perf_counter
from typing import Final

from django.conf import settings

from benchmarks.leaderboards import TABLES, TIMES, TOP
from games.accounts.callers import ANYBODY, Viewer
from games.clock.site_time import now
from games.log.redis_pubsub import connect_to_redis
from tournaments.ratings.leaderboards.filters import parse_filter
from tournaments.ratings.leaderboards.selectors import see_leaderboard, see_own_place
from tournaments.variants import STANDARD

FIRST: Final = 100
_SITE: Final = settings.REDIS_URL


def answer(source: str, what: str, players: range) -> list[float]:
    """How long the answers to a question took."""
    settings.REDIS_URL = "" if source == TABLES else _SITE
    # The same players in every round, so that each stretch of it is the same work.
    numbers = Random(what).choices(players, k=TIMES)  # noqa: S311 - no secret
    return [_seconds(what, number) for number in numbers]


def _seconds(what: str, number: int) -> float:
    choice = parse_filter(STANDARD, {}, now())
    begun = perf_counter()
    if what == TOP:
        assert len(see_leaderboard(choice, ANYBODY, FIRST).lines) == FIRST
    else:
        own = see_own_place(choice, Viewer(number))
        assert own is not None
        assert own.line is not None
    return perf_counter() - begun


def clear() -> None:
    """Leave nothing in Redis."""
    if _SITE:
        client = connect_to_redis()
        for key in client.scan_iter(f"{settings.REDIS_PREFIX}*"):
            client.unlink(key)
