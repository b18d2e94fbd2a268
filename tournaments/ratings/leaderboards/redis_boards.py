"""Leaderboards in Redis: a sorted set for each, with the players as members and their values, negated, as scores; read
from there, and brought up to date row by row where little has changed, else all of a board.

Its last member names the edition of the board that the set holds, so that neither is ever there without the other.
Whoever finds none, or another one than the database shows, asks the tables instead: a Redis that was emptied or lags
behind costs a little time and shows nothing wrong. Refreshing may be done twice, at the same time, or not at all.
"""

import logging
import secrets
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import cache
from itertools import islice
from time import monotonic
from typing import Any, Final

import redis
from django.conf import settings
from django.db.models import Sum

from games.log.redis_pubsub import RETRY_AFTER, connect_to_redis
from tournaments.ratings.leaderboards.board import Board, Cursor, OutdatedError, Placed, assign_places, current_board
from tournaments.ratings.leaderboards.periods import periods_at
from tournaments.ratings.models import BoardBucket, BoardRow, RatingPool
from tournaments.ratings.tasks import refresh_leaderboards
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


class RedisSource:
    """One leaderboard, as Redis has it."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._key = redis_key(board.pool, board.period)

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
        found = ask_redis(lambda client: client.register_script(script)([self._key], arguments))
        if found is None:
            raise OutdatedError
        return list(found)


def _placed(found: list[Any]) -> list[Placed]:
    if len(found) == 1:
        return []
    _, first, above, flat = found
    rows = [(-int(score), player.decode()) for player, score in zip(flat[::2], flat[1::2], strict=True)]
    return assign_places(rows, above, first - above)


def redis_key(pool: str, period: str) -> str:
    """Where a board is kept."""
    return f"{settings.REDIS_PREFIX}board:{pool}:{period}"


def ask_redis(ask: Callable[["redis.Redis"], Any]) -> Any:
    """What Redis answers; one that was away or refuses is left alone for a while: everybody would wait for it.

    It refuses to write when its memory or its disk is full, or when it is a copy of another one.
    """
    if monotonic() < _away.until:
        raise OutdatedError(is_there=False)
    try:
        return ask(_client(settings.REDIS_URL))
    except (redis.RedisError, OSError) as error:
        _away.until = monotonic() + RETRY_AFTER
        log.warning("Leaderboards come from the tables, Redis is away or refuses: %s", error)
        raise OutdatedError(is_there=False) from None


class _Away:
    """Until when Redis is not asked."""

    until = 0.0


_away: Final = _Away()


@cache
def _client(url: str) -> "redis.Redis":
    return connect_to_redis()


AT_ONCE: Final = 5_000
"""How many rows are written in one go; a board that lacks more than these is filled anew."""
REFRESH_TRIES: Final = 3
"""How often it is begun again when results come in meanwhile; the next sweep goes on."""
KEPT_SECONDS: Final = 2 * 24 * 3600
"""Seconds after which Redis forgets a board that has not changed; whoever looks at it then brings it back."""
FILLING_SECONDS: Final = 60
"""Seconds that somebody who fills a board has for its next rows; after these another one may begin."""
CHANGE_ROWS: Final = """
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 'other' end
redis.call('ZREM', KEYS[1], ARGV[1])
for at = 5, #ARGV, 2 do
  if ARGV[at + 1] == '' then redis.call('ZREM', KEYS[1], ARGV[at])
  else redis.call('ZADD', KEYS[1], ARGV[at + 1], ARGV[at]) end
end
if redis.call('ZCARD', KEYS[1]) ~= tonumber(ARGV[3]) then
  redis.call('UNLINK', KEYS[1])
  return 'torn'
end
redis.call('ZADD', KEYS[1], '+inf', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 'done'
"""
"""Changes some rows of a set of a certain edition and gives it the next one; a set that then has another number of rows
than the tables say has missed that rows were deleted, and goes."""
REPLACE_SET: Final = """
if redis.call('ZCARD', KEYS[2]) ~= tonumber(ARGV[2]) then return 'torn' end
redis.call('UNLINK', KEYS[1])
redis.call('ZADD', KEYS[2], '+inf', ARGV[1])
redis.call('RENAME', KEYS[2], KEYS[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 'done'
"""
"""Puts a new set in the place of the old one, unless Redis has lost some of it meanwhile."""


def refresh_current_boards(moment: datetime) -> None:
    """Bring the boards of all current periods up to date that Redis holds."""
    for board in outdated_boards(moment):
        refresh_board(board.pool, board.period)


def outdated_boards(moment: datetime) -> list[Board]:
    """The boards of current periods that Redis holds, but not as they are shown."""
    if not settings.REDIS_URL:
        return []
    pools = RatingPool.objects.order_by("pk").values_list("pk", "generation", "version")
    boards = [Board(pool, period, *state) for pool, *state in pools for period in periods_at(moment).values()]
    try:
        held = editions_held(boards)
    except OutdatedError:
        return []
    return [board for board, edition in zip(boards, held, strict=True) if edition not in (None, board.edition)]


def editions_held(boards: Sequence[Board]) -> list[str | None]:
    """Which edition of each board Redis holds, None where it holds none."""

    def last_members(client: Any) -> list[list[bytes]]:
        with client.pipeline(transaction=False) as pipe:
            for board in boards:
                pipe.zrange(redis_key(board.pool, board.period), -1, -1)
            return list(pipe.execute())

    return [found[0].decode() if found else None for found in ask_redis(last_members)]


def refresh_board(pool: str, period: str) -> None:
    """Bring one board up to date; a Redis that is away is left to the next sweep."""
    try:
        for _ in range(REFRESH_TRIES):
            board = current_board(pool, period)
            [held] = editions_held([board])
            if held == board.edition:
                return
            if held is None or not _write_changes(board, held):
                _fill_anew(board)
    except OutdatedError:
        return


def _write_changes(board: Board, held: str) -> bool:
    """Write what has changed since an edition; False if that cannot be known or is too much."""
    generation, version = map(int, held.split(":"))
    if generation != board.generation or version > board.version:
        return False
    rows = BoardRow.objects.filter(pool=board.pool, generation=generation, period=board.period)
    changed = rows.filter(version__gt=version).values_list("player", "value", "is_listed")[: AT_ONCE + 1]
    said = [word for row in changed for word in _as_member(*row)]
    count = _count_listed(board)
    if len(said) > 2 * AT_ONCE:
        return False
    if current_board(board.pool, board.period) != board:
        # Results came in between two of these questions: rows and their number need not belong together.
        return True
    return bool(
        _run_script(CHANGE_ROWS, [_key_of_board(board)], [held, board.edition, count, KEPT_SECONDS, *said]) != b"torn"
    )


def _as_member(player: str, value: int, is_listed: bool) -> tuple[str, str]:
    return player, str(-value) if is_listed else ""


def _count_listed(board: Board) -> int:
    buckets = BoardBucket.objects.filter(pool=board.pool, generation=board.generation, period=board.period)
    return buckets.aggregate(all=Sum("players"))["all"] or 0


def _fill_anew(board: Board) -> None:
    """Write all rows into a new set, which then takes the place of the old one; one who does so is enough."""
    name = secrets.token_hex(4)
    fresh, filling = f"{_key_of_board(board)}:{name}", f"{_key_of_board(board)}:filling"
    if not ask_redis(lambda client: client.set(filling, name, nx=True, ex=FILLING_SECONDS)):
        return
    rows = BoardRow.objects.filter(pool=board.pool, generation=board.generation, period=board.period, is_listed=True)
    scores = ((player, -value) for player, value in rows.values_list("player", "value").iterator(AT_ONCE))
    written = 0
    while some := dict(islice(scores, AT_ONCE)):
        _add(fresh, some, filling)
        written += len(some)
    _run_script(REPLACE_SET, [_key_of_board(board), fresh], [board.edition, written, KEPT_SECONDS])
    ask_redis(lambda client: client.delete(filling))


def _add(fresh: str, some: dict[str, int], filling: str) -> None:
    def write(client: Any) -> None:
        with client.pipeline(transaction=False) as pipe:
            pipe.zadd(fresh, some)
            pipe.expire(fresh, FILLING_SECONDS)
            pipe.expire(filling, FILLING_SECONDS)
            pipe.execute()

    ask_redis(write)


def _run_script(script: str, keys: list[str], arguments: list[Any]) -> Any:
    return ask_redis(lambda client: client.register_script(script)(keys, arguments))


def _key_of_board(board: Board) -> str:
    return redis_key(board.pool, board.period)


def request_refresh(moment: datetime) -> None:
    """Ask for it, if Redis holds a board of which something has changed."""
    if outdated_boards(moment):
        refresh_leaderboards.delay_on_commit()
