"""Leaderboards from Redis: a sorted set for each, with the players as members and their values, negated, as scores.

Its last member names the edition of the board that the set holds, so that neither is ever there without the other.
Whoever finds none, or another one than the database shows, asks the tables instead: a Redis that was emptied or lags
behind costs a little time and shows nothing wrong.
"""

import logging
from collections.abc import Callable, Collection
from functools import cache
from time import monotonic
from typing import Any, Final

import redis
from django.conf import settings

from games.log.pubsub import RETRY_AFTER, connect_to_redis
from tournaments.leaderboards.boards import BehindError, Board, Cursor, Placed, place_all
from tournaments.ratings.values import PlayerId

log = logging.getLogger(__name__)

LOOK: Final = """
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return false end
local all = redis.call('ZCARD', KEYS[1]) - 1
local first, last = 0, ARGV[3] - 1
if ARGV[2] == 'around' then
  local at = redis.call('ZRANK', KEYS[1], ARGV[5])
  if not at then return {all} end
  first, last = math.max(at - ARGV[3], 0), at + ARGV[3]
elseif ARGV[2] == 'after' then
  local low = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. ARGV[4])
  local high = redis.call('ZCOUNT', KEYS[1], '-inf', ARGV[4])
  while low < high do
    local middle = math.floor((low + high) / 2)
    if redis.call('ZRANGE', KEYS[1], middle, middle)[1] > ARGV[5] then high = middle else low = middle + 1 end
  end
  first, last = low, low + last
end
last = math.min(last, all - 1)
if last < first then return {all} end
local rows = redis.call('ZRANGE', KEYS[1], first, last, 'WITHSCORES')
return {all, first, redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. rows[2]), rows}
"""
"""One look at a set of a certain edition: how many there are, which row comes first, how many have more, and rows.

Behind a cursor go those with its score and a higher id, which are found by halving, and those with a higher score."""
VALUES: Final = """
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return false end
local values = {}
for at = 2, #ARGV do values[at - 1] = redis.call('ZSCORE', KEYS[1], ARGV[at]) end
return values
"""


class SortedSet:
    """One leaderboard, as Redis has it."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._key = key_of(board.pool, board.period)

    def count(self) -> int:
        """How many have a place."""
        return int(self._look("top", 0)[0])

    def top(self, limit: int, after: Cursor | None = None) -> list[Placed]:
        """The first so many, or those behind a cursor."""
        if after is None:
            return _placed(self._look("top", limit))
        return _placed(self._look("after", limit, -after.value, after.player))

    def around(self, player: PlayerId, reach: int) -> list[Placed]:
        """Somebody with so many rows above and below."""
        return _placed(self._look("around", reach, 0, player))

    def values_of(self, players: Collection[PlayerId]) -> dict[PlayerId, int]:
        """What each of some has."""
        some = list(players)
        scores = self._run(VALUES, *some)
        return {player: -int(score) for player, score in zip(some, scores, strict=True) if score is not None}

    def _look(self, what: str, *said: Any) -> list[Any]:
        return self._run(LOOK, what, *said)

    def _run(self, script: str, *said: Any) -> list[Any]:
        arguments = [self._board.edition, *said]
        found = reach(lambda client: client.register_script(script)([self._key], arguments))
        if found is None:
            raise BehindError
        return list(found)


def _placed(found: list[Any]) -> list[Placed]:
    if len(found) == 1:
        return []
    _, first, above, flat = found
    rows = [(-int(score), player.decode()) for player, score in zip(flat[::2], flat[1::2], strict=True)]
    return place_all(rows, above, first - above)


def key_of(pool: str, period: str) -> str:
    """Where a board is kept."""
    return f"{settings.REDIS_PREFIX}board:{pool}:{period}"


def reach(ask: Callable[["redis.Redis"], Any]) -> Any:
    """What Redis answers; one that was away or refuses is left alone for a while: everybody would wait for it.

    It refuses to write when its memory or its disk is full, or when it is a copy of another one.
    """
    if monotonic() < _away.until:
        raise BehindError(is_there=False)
    try:
        return ask(_client(settings.REDIS_URL))
    except (redis.RedisError, OSError) as error:
        _away.until = monotonic() + RETRY_AFTER
        log.warning("Leaderboards come from the tables, Redis is away or refuses: %s", error)
        raise BehindError(is_there=False) from None


class _Away:
    """Until when Redis is not asked."""

    until = 0.0


_away: Final = _Away()


@cache
def _client(url: str) -> "redis.Redis":
    return connect_to_redis()
