"""Deleting generations that nobody shows any more, some rows at a time."""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from games.clock.site_time import now
from games.log.sql import write_transaction
from tournaments.models import BoardBucket, BoardRow, LedgerEntry, Rating, RatingPool
from tournaments.ratings.locking import lock_pool

KEPT: Final = timedelta(minutes=1)
"""How long what was shown is kept, for those who were just reading it."""
AT_ONCE: Final = 5000
_TABLES: Final = tuple(table._meta.db_table for table in (LedgerEntry, Rating, BoardRow, BoardBucket))
_DELETE: Final = (
    "DELETE FROM {table} WHERE id IN"
    " (SELECT id FROM {table} WHERE pool = %s AND (generation < %s OR generation > %s) AND generation <> %s LIMIT %s)"
)


def is_untidy(pool: RatingPool, moment: datetime) -> bool:
    """Whether there is something to delete, and it is time."""
    return pool.switched_at is not None and pool.switched_at + KEPT <= moment


def tidy(key: str) -> int:
    """Delete every generation of a pool but the one that is shown and the one that is being built; how many rows."""
    deleted = sum(_delete_from(table, key) for table in _TABLES)
    with write_transaction():
        pool = lock_pool(key)
        if is_untidy(pool, now()):
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
            values: list[str | int] = [key, pool.generation, pool.generation, spared, AT_ONCE]
            cursor.execute(_DELETE.format(table=table), values)
            portion: int = cursor.rowcount
        deleted += portion
        if portion < AT_ONCE:
            return deleted
