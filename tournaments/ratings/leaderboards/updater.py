"""Leaderboards follow the ledger that is shown: what was counted since they were last written comes into their rows.

They are a step of their own, so that whoever counts results holds the pool only for what ratings are. A pool says how
far its boards have come; a kill in between leaves them behind, and whoever counts next goes on.
"""

from typing import Final

from games.log.sql import write_transaction
from tournaments.ratings.gc_pause import gc_paused
from tournaments.ratings.leaderboards.aggregate import tally_steps
from tournaments.ratings.leaderboards.row_store import Boards, store_tallies
from tournaments.ratings.ledger import border_after, entries_between, steps_of_ledger
from tournaments.ratings.models import RatingPool
from tournaments.ratings.pools import BEGINNING, Position, lock_pool, position_of

AT_ONCE: Final = 16_000
"""How many lines of the ledger are taken in at once; storing what comes of them must not keep others waiting."""


def update_boards(key: str) -> None:
    """Bring the boards of a pool up to date with its ledger."""
    with gc_paused():
        while (pool := RatingPool.objects.filter(pk=key).first()) and are_boards_behind(pool):
            _add_next_lines(pool)


def are_boards_behind(pool: RatingPool) -> bool:
    """Whether something was counted that the boards of a pool do not say yet."""
    return boards_position(pool) < position_of(pool)


def boards_position(pool: RatingPool) -> Position:
    """The last match that the boards of a pool say something of."""
    return (pool.boards_at, pool.boards_match) if pool.boards_at is not None else BEGINNING


def _add_next_lines(seen: RatingPool) -> None:
    """Take in the next lines, unless somebody else was faster: a ledger that is shown only grows at its end."""
    since = boards_position(seen)
    until = border_after(seen.key, seen.generation, since, position_of(seen), AT_ONCE)
    entries = entries_between(seen.key, seen.generation, since, until)
    tallies = tally_steps(steps_of_ledger(entries))
    with write_transaction():
        pool = lock_pool(seen.key)
        if (pool.generation, boards_position(pool)) != (seen.generation, since):
            return
        if tallies:
            pool.version += 1
            store_tallies(Boards(pool.key, pool.generation, pool.version), tallies)
        pool.boards_at, pool.boards_match = until
        pool.save(update_fields=["boards_at", "boards_match", "version"])
