"""Counting what is new: matches after the last one that is counted are folded into what a pool shows.

The fold is computed beforehand and stored only if nothing has changed meanwhile, so that nobody waits for a large field
to be computed. What is stored in one transaction says how far it reaches: a kill loses nothing and counts nothing
twice.
"""

from typing import Final

from games.log.sql import write_transaction
from tournaments.models import RatingPool
from tournaments.ratings.folding import fold
from tournaments.ratings.kept import last_position, matches_after
from tournaments.ratings.locking import lock_pool, position_of
from tournaments.ratings.storing import read_skills, store_changes
from tournaments.ratings.uncollected import collector_at_rest
from tournaments.ratings.values import Change, Heard

TRIES: Final = 5
"""How often it is tried again in a row if others are faster."""


def advance(key: str, told: Heard = bool) -> int:
    """Count all matches of a pool that are not counted yet; how many there were."""
    counted = tries = 0
    while tries < TRIES:
        batch = advance_once(key)
        told(batch or 0)
        if batch == 0:
            break
        tries = tries + 1 if batch is None else 0
        counted += batch or 0
    return counted


def advance_once(key: str) -> int | None:
    """Count the next matches of a pool; how many there were, None if others were faster."""
    pool = RatingPool.objects.get(pk=key)
    with collector_at_rest():
        matches = matches_after(key, position_of(pool))
        if not matches:
            return 0
        changes = list(fold(matches, read_skills(key, pool.generation, matches)))
        return len(matches) if _was_stored(pool, changes) else None


def _was_stored(seen: RatingPool, changes: list[Change]) -> bool:
    """Store what was computed, unless the pool is not as it was seen any more."""
    with write_transaction():
        pool = lock_pool(seen.key)
        if _state(pool) != _state(seen):
            return False
        store_changes(pool.key, pool.generation, changes)
        pool.at, pool.match = changes[-1].match.position
        pool.save(update_fields=["at", "match"])
    return True


def _state(pool: RatingPool) -> tuple[object, ...]:
    return pool.generation, pool.revision, pool.at, pool.match


def is_behind(pool: RatingPool) -> bool:
    """Whether there are matches that are not counted yet."""
    return last_position(pool.key) > position_of(pool)
