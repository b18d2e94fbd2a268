"""Bringing the leaderboards of Redis up to date: row by row where little has changed, else all of a board.

Everything here may be done twice, at the same time, or not at all.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime
from itertools import islice
from typing import Any, Final

from django.conf import settings
from django.db.models import Sum

from tournaments.leaderboards.boards import BehindError, Board, board_of
from tournaments.leaderboards.periods import periods_at
from tournaments.leaderboards.redis import key_of, reach
from tournaments.models import BoardBucket, BoardRow, RatingPool

AT_ONCE: Final = 5_000
"""How many rows are written in one go; a board that lacks more than these is filled anew."""
TRIES: Final = 3
"""How often it is begun again when results come in meanwhile; the next sweep goes on."""
KEPT: Final = 2 * 24 * 3600
"""Seconds after which Redis forgets a board that has not changed; whoever looks at it then brings it back."""
FILLING: Final = 60
"""Seconds that somebody who fills a board has for its next rows; after these another one may begin."""
CHANGE: Final = """
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
REPLACE: Final = """
if redis.call('ZCARD', KEYS[2]) ~= tonumber(ARGV[2]) then return 'torn' end
redis.call('UNLINK', KEYS[1])
redis.call('ZADD', KEYS[2], '+inf', ARGV[1])
redis.call('RENAME', KEYS[2], KEYS[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 'done'
"""
"""Puts a new set in the place of the old one, unless Redis has lost some of it meanwhile."""


def refresh_current(moment: datetime) -> None:
    """Bring the boards of all current periods up to date that Redis holds."""
    for board in behind(moment):
        refresh(board.pool, board.period)


def behind(moment: datetime) -> list[Board]:
    """The boards of current periods that Redis holds, but not as they are shown."""
    if not settings.REDIS_URL:
        return []
    pools = RatingPool.objects.order_by("pk").values_list("pk", "generation", "version")
    boards = [Board(pool, period, *state) for pool, *state in pools for period in periods_at(moment).values()]
    try:
        held = editions_held(boards)
    except BehindError:
        return []
    return [board for board, edition in zip(boards, held, strict=True) if edition not in (None, board.edition)]


def editions_held(boards: Sequence[Board]) -> list[str | None]:
    """Which edition of each board Redis holds, None where it holds none."""

    def last_members(client: Any) -> list[list[bytes]]:
        with client.pipeline(transaction=False) as pipe:
            for board in boards:
                pipe.zrange(key_of(board.pool, board.period), -1, -1)
            return list(pipe.execute())

    return [found[0].decode() if found else None for found in reach(last_members)]


def refresh(pool: str, period: str) -> None:
    """Bring one board up to date; a Redis that is away is left to the next sweep."""
    try:
        for _ in range(TRIES):
            board = board_of(pool, period)
            [held] = editions_held([board])
            if held == board.edition:
                return
            if held is None or not _change(board, held):
                _fill(board)
    except BehindError:
        return


def _change(board: Board, held: str) -> bool:
    """Write what has changed since an edition; False if that cannot be known or is too much."""
    generation, version = map(int, held.split(":"))
    if generation != board.generation or version > board.version:
        return False
    rows = BoardRow.objects.filter(pool=board.pool, generation=generation, period=board.period)
    changed = rows.filter(version__gt=version).values_list("player", "value", "is_listed")[: AT_ONCE + 1]
    said = [word for row in changed for word in _as_member(*row)]
    count = _count(board)
    if len(said) > 2 * AT_ONCE:
        return False
    if board_of(board.pool, board.period) != board:
        # Results came in between two of these questions: rows and their number need not belong together.
        return True
    return bool(_run(CHANGE, [_key(board)], [held, board.edition, count, KEPT, *said]) != b"torn")


def _as_member(player: str, value: int, is_listed: bool) -> tuple[str, str]:
    return player, str(-value) if is_listed else ""


def _count(board: Board) -> int:
    buckets = BoardBucket.objects.filter(pool=board.pool, generation=board.generation, period=board.period)
    return buckets.aggregate(all=Sum("players"))["all"] or 0


def _fill(board: Board) -> None:
    """Write all rows into a new set, which then takes the place of the old one; one who does so is enough."""
    name = secrets.token_hex(4)
    fresh, filling = f"{_key(board)}:{name}", f"{_key(board)}:filling"
    if not reach(lambda client: client.set(filling, name, nx=True, ex=FILLING)):
        return
    rows = BoardRow.objects.filter(pool=board.pool, generation=board.generation, period=board.period, is_listed=True)
    scores = ((player, -value) for player, value in rows.values_list("player", "value").iterator(AT_ONCE))
    written = 0
    while some := dict(islice(scores, AT_ONCE)):
        _add(fresh, some, filling)
        written += len(some)
    _run(REPLACE, [_key(board), fresh], [board.edition, written, KEPT])
    reach(lambda client: client.delete(filling))


def _add(fresh: str, some: dict[str, int], filling: str) -> None:
    def write(client: Any) -> None:
        with client.pipeline(transaction=False) as pipe:
            pipe.zadd(fresh, some)
            pipe.expire(fresh, FILLING)
            pipe.expire(filling, FILLING)
            pipe.execute()

    reach(write)


def _run(script: str, keys: list[str], arguments: list[Any]) -> Any:
    return reach(lambda client: client.register_script(script)(keys, arguments))


def _key(board: Board) -> str:
    return key_of(board.pool, board.period)
