"""Pools: which results are compared with each other, and the row of each, which says how far it is counted and since
where it has to be computed again.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, TypeAlias

from engine.records import DEFAULT_GAME
from games.refusals import NotFound
from tournaments.ratings.models import RatingPool
from tournaments.variants import DUEL, DUPLICATE, SOLO, STANDARD

RATED: Final = (STANDARD, DUEL, DUPLICATE)
"""Where people have a rating; solo scores are compared as they are."""


def pool_of(variant: str, key: str = DEFAULT_GAME) -> str:
    """The pool of the games of a variant, or of runs on shared deals."""
    return f"{key}/{variant}"


def solo_pool(level: int | None = None, key: str = DEFAULT_GAME) -> str:
    """The pool of solo scores, of one level or of all of them."""
    return pool_of(SOLO, key) if level is None else f"{pool_of(SOLO, key)}/{level}"


def pools_of_run(key: str, level: int) -> tuple[str, str]:
    """The pools in which the score of a run counts: that of all levels and that of its own."""
    return solo_pool(key=key), solo_pool(level, key)


def is_solo(pool: str) -> bool:
    """Whether a pool is one of solo scores."""
    return pool.split("/")[1:2] == [SOLO]


Position: TypeAlias = tuple[datetime, str]
"""Where a match comes among those of its pool: when it ended, and the id of the game or deal."""
BEGINNING: Final[Position] = (datetime(1970, 1, 1, tzinfo=UTC), "")
"""Before every match."""


def lock_pool(key: str) -> RatingPool:
    """A pool, made if there is none, that nobody else changes until the transaction ends."""
    return lock_pools([key])[key]


def lock_pools(keys: Iterable[str]) -> dict[str, RatingPool]:
    """The same for several, always locked in the same order."""
    wanted = sorted(set(keys))
    found = {pool.key: pool for pool in _locked(wanted)}
    if len(found) < len(wanted):
        RatingPool.objects.bulk_create([RatingPool(key=key) for key in wanted], ignore_conflicts=True)
        found = {pool.key: pool for pool in _locked(wanted)}
    return found


def lock_every_pool() -> list[RatingPool]:
    """All pools that there are, always locked in the same order."""
    return list(RatingPool.objects.select_for_update().order_by("key"))


def _locked(keys: list[str]) -> list[RatingPool]:
    return list(RatingPool.objects.select_for_update().filter(key__in=keys).order_by("key"))


def position_of(pool: RatingPool) -> Position:
    """The last match that is counted."""
    return (pool.at, pool.match) if pool.at is not None else BEGINNING


def stale_since(pool: RatingPool) -> Position | None:
    """The first match since which what is shown has to be computed again, whether or not somebody is at it."""
    marks = [(pool.stale_at, pool.stale_match), (pool.building_at, pool.building_match)]
    return min(((at, match) for at, match in marks if at is not None), default=None)


def mark_stale(pool: RatingPool, position: Position) -> None:
    """Take down that what is shown has to be computed again from a match on; to be saved by the caller."""
    if pool.stale_at is None or position < (pool.stale_at, pool.stale_match):
        pool.stale_at, pool.stale_match = position


def no_such_pool(variant: object) -> NotFound:
    """Ratings of a kind of games that there is not."""
    return NotFound("rating/no-such-pool", "There are no ratings for “{variant}”.", variant=variant)
