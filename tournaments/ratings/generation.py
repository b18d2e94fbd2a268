"""Generations of a pool: computed aside, shown when complete, deleted some rows at a time when they are shown no more.

One is computed at a time for each pool, by a lease that is renewed with every batch. Whoever is killed leaves a
generation that nobody shows; the next one begins anew.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import connection
from django.db.models import Max

from games.clock.site_time import now
from games.log.sql import write_transaction
from tournaments.ratings.leaderboards.row_store import Boards
from tournaments.ratings.leaderboards.updater import are_boards_behind, update_boards
from tournaments.ratings.match_store import last_position
from tournaments.ratings.models import BoardBucket, BoardRow, LedgerEntry, Rating, RatingPool
from tournaments.ratings.pools import BEGINNING, Position, lock_pool, position_of, stale_since

BUILD_LEASE: Final = timedelta(minutes=5)
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


def begin_build(key: str, is_all: bool = False) -> Build | None:
    """Take the lease for a new generation; None if there is nothing to compute again, or somebody is at it.

    With `is_all` it begins with the first match whatever has changed, and takes the place of anybody who is at it.
    """
    while True:
        with write_transaction():
            pool = lock_pool(key)
            start = BEGINNING if is_all else stale_since(pool)
            if start is None or (is_being_built(pool, now()) and not is_all):
                return None
            if start == BEGINNING or not are_boards_behind(pool):
                return _start_build(pool, start, is_all)
        # What is taken over of the boards that are shown has to be complete.
        update_boards(key)


def _start_build(pool: RatingPool, start: Position, is_all: bool) -> Build:
    generation = 1 + max(pool.generation, pool.building or 0, _highest_generation(pool.key))
    pool.building, pool.building_until = generation, now() + BUILD_LEASE
    pool.building_at, pool.building_match = start
    pool.stale_at, pool.stale_match = None, ""
    if is_all:
        pool.at, pool.match = max(position_of(pool), last_position(pool.key))
    pool.save()
    return Build(pool.key, generation, pool.generation, start)


def _highest_generation(key: str) -> int:
    """The latest generation of which there are rows, whoever has left them."""
    latest = [
        table._default_manager.filter(pool=key).aggregate(latest=Max("generation"))["latest"]
        for table in (LedgerEntry, BoardRow, Rating, BoardBucket)
    ]
    return max((generation for generation in latest if generation is not None), default=0)


def is_being_built(pool: RatingPool, moment: datetime) -> bool:
    """Whether somebody is computing a generation of a pool."""
    return pool.building_until is not None and pool.building_until > moment


def hold_build(build: Build) -> RatingPool:
    """The pool, held until the transaction ends, and the lease renewed; refused to whoever has lost it."""
    pool = lock_pool(build.pool)
    if pool.building != build.generation:
        raise Superseded
    pool.building_until = now() + BUILD_LEASE
    pool.save(update_fields=["building_until"])
    return pool


def show_generation(build: Build, until: Position) -> bool:
    """Show the new generation, unless there are matches by now that only the other one has."""
    with write_transaction():
        pool = hold_build(build)
        if position_of(pool) != until:
            return False
        pool.generation = build.generation
        pool.boards_at, pool.boards_match = until
        pool.building, pool.building_until, pool.building_at, pool.building_match = None, None, None, ""
        pool.version += 1
        pool.switched_at = now()
        pool.save()
    return True


KEPT_FOR: Final = timedelta(minutes=1)
"""How long what was shown is kept, for those who were just reading it."""
DELETED_AT_ONCE: Final = 5000
_TABLES: Final = tuple(table._meta.db_table for table in (LedgerEntry, Rating, BoardRow, BoardBucket))
_DELETE: Final = (
    "DELETE FROM {table} WHERE id IN"
    " (SELECT id FROM {table} WHERE pool = %s AND (generation < %s OR generation > %s) AND generation <> %s LIMIT %s)"
)


def has_old_generations(pool: RatingPool, moment: datetime) -> bool:
    """Whether there is something to delete, and it is time."""
    return pool.switched_at is not None and pool.switched_at + KEPT_FOR <= moment


def delete_old_generations(key: str) -> int:
    """Delete every generation of a pool but the one that is shown and the one that is being built; how many rows."""
    deleted = sum(_delete_from(table, key) for table in _TABLES)
    with write_transaction():
        pool = lock_pool(key)
        if has_old_generations(pool, now()):
            pool.switched_at = None
            pool.save(update_fields=["switched_at"])
    return deleted


def _delete_from(table: str, key: str) -> int:
    deleted = 0
    while True:
        with write_transaction(), connection.cursor() as cursor:
            # Held, so that what is shown and what is being built stay what they are.
            pool = lock_pool(key)
            spared = pool.building if pool.building is not None else pool.generation
            values: list[str | int] = [key, pool.generation, pool.generation, spared, DELETED_AT_ONCE]
            cursor.execute(_DELETE.format(table=table), values)
            portion: int = cursor.rowcount
        deleted += portion
        if portion < DELETED_AT_ONCE:
            return deleted
