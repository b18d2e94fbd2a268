"""Generations that are computed aside: one at a time for each pool, by a lease that is renewed with every batch.

Whoever is killed leaves a generation that nobody shows; the next one begins anew.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Max

from games.clock.site_time import now
from games.log.sql import write_transaction
from tournaments.leaderboards.following import are_behind, follow
from tournaments.leaderboards.rows import Boards
from tournaments.models import BoardBucket, BoardRow, LedgerEntry, Rating, RatingPool
from tournaments.ratings.kept import last_position
from tournaments.ratings.locking import BEGINNING, Position, lock_pool, position_of, stale_since

LEASE: Final = timedelta(minutes=5)
"""How long nobody else begins; even the largest field is computed in less."""


class Build(NamedTuple):
    """A generation that is computed aside."""

    pool: str
    generation: int
    shown: int
    """The generation from which the beginning is taken over."""
    start: Position
    """The first match that is computed again."""

    @property
    def boards(self) -> Boards:
        """Its leaderboards; nothing of them is shown yet."""
        return Boards(self.pool, self.generation)


class Superseded(Exception):
    """Somebody else builds a generation of the pool by now."""


def begin(key: str, is_all: bool = False) -> Build | None:
    """Take the lease for a new generation; None if there is nothing to compute again, or somebody is at it.

    With `is_all` it begins with the first match whatever has changed, and takes the place of anybody who is at it.
    """
    while True:
        with write_transaction():
            pool = lock_pool(key)
            start = BEGINNING if is_all else stale_since(pool)
            if start is None or (is_leased(pool, now()) and not is_all):
                return None
            if start == BEGINNING or not are_behind(pool):
                return _begin(pool, start, is_all)
        # What is taken over of the boards that are shown has to be complete.
        follow(key)


def _begin(pool: RatingPool, start: Position, is_all: bool) -> Build:
    generation = 1 + max(pool.generation, pool.building or 0, _highest(pool.key))
    pool.building, pool.building_until = generation, now() + LEASE
    pool.building_at, pool.building_match = start
    pool.stale_at, pool.stale_match = None, ""
    if is_all:
        pool.at, pool.match = max(position_of(pool), last_position(pool.key))
    pool.save()
    return Build(pool.key, generation, pool.generation, start)


def _highest(key: str) -> int:
    """The latest generation of which there are rows, whoever has left them."""
    latest = [
        table._default_manager.filter(pool=key).aggregate(latest=Max("generation"))["latest"]
        for table in (LedgerEntry, BoardRow, Rating, BoardBucket)
    ]
    return max((generation for generation in latest if generation is not None), default=0)


def is_leased(pool: RatingPool, moment: datetime) -> bool:
    """Whether somebody is computing a generation of a pool."""
    return pool.building_until is not None and pool.building_until > moment


def hold(build: Build) -> RatingPool:
    """The pool, held until the transaction ends, and the lease renewed; refused to whoever has lost it."""
    pool = lock_pool(build.pool)
    if pool.building != build.generation:
        raise Superseded
    pool.building_until = now() + LEASE
    pool.save(update_fields=["building_until"])
    return pool


def was_switched(build: Build, until: Position) -> bool:
    """Show the new generation, unless there are matches by now that only the other one has."""
    with write_transaction():
        pool = hold(build)
        if position_of(pool) != until:
            return False
        pool.generation = build.generation
        pool.boards_at, pool.boards_match = until
        pool.building, pool.building_until, pool.building_at, pool.building_match = None, None, None, ""
        pool.version += 1
        pool.switched_at = now()
        pool.save()
    return True
