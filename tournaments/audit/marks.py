"""What the row of a pool says of how far it is counted, and of work that is still to be done: whether that can be."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q

from games.clock.site_time import now, write_time
from games.clock.steps import OUTAGE_TOLERANCE
from games.integrity.audit.findings import Finding
from games.play.models import GameCard
from tournaments.audit.pending import Pending
from tournaments.leaderboards.following import followed_to
from tournaments.models import RatingPool
from tournaments.ratings.building import LEASE
from tournaments.ratings.locking import Position, position_of


def check_marks(pool: RatingPool, pending: Pending, last: Position) -> Iterator[Finding]:
    """Hold what a pool says of itself against its ledger, which ends with a match, and against the logs."""
    if position_of(pool) < last:
        yield _found(pool, "is said to be counted up to a match before the last one of its ledger")
    elif position_of(pool) > last and not _is_of_result(*position_of(pool)):
        yield _found(pool, "is said to be counted up to a match that there has never been")
    if followed_to(pool) > position_of(pool):
        yield _found(pool, "is said to have boards that follow more than is counted")
    for at, match in ((pool.at, pool.match), (pool.boards_at, pool.boards_match), (pool.stale_at, pool.stale_match)):
        if at is None and match:
            yield _found(pool, f"names {match} without a time")
    if pool.stale_at is not None and (
        pool.key not in pending.pools or (pool.stale_at, pool.stale_match) > position_of(pool)
    ):
        yield _found(pool, "is said to have to be computed again, but no result has changed lately")
    yield from _check_building(pool, pending)


def _is_of_result(at: datetime, match: str) -> bool:
    """Whether a game ended at this time, or a deal was closed; it may count for nobody by now."""
    return GameCard.objects.filter(Q(pk=match, ended_at=at) | Q(deal=match, deal__closed_at=at)).exists()


def _check_building(pool: RatingPool, pending: Pending) -> Iterator[Finding]:
    """Whoever computes a generation aside renews the lease, and whoever finds one that has run out takes over."""
    marks = (pool.building, pool.building_at, pool.building_until)
    if len({mark is None for mark in marks}) > 1 or (pool.building_match and pool.building is None):
        yield _found(pool, "is said to be computed aside only in part")
    if pool.building is not None and pool.building <= pool.generation:
        yield _found(pool, "is said to be computed aside in a generation that is past")
    if pool.building_until is None:
        return
    if pool.building_until > now() + LEASE + OUTAGE_TOLERANCE:
        yield _found(pool, "is said to be computed aside for longer than anybody may")
    if write_time(pool.building_until) < pending.since:
        yield _found(pool, "is said to be computed aside, but nobody has been at it for long")


def check_unmarked(pool: RatingPool) -> Iterator[Finding]:
    """Solo scores are compared as they are: their pools have nothing to count and nothing to compute again."""
    marks = (pool.at, pool.boards_at, pool.stale_at, pool.building, pool.building_at, pool.building_until)
    texts = (pool.match, pool.boards_match, pool.stale_match, pool.building_match)
    if any(mark is not None for mark in marks) or any(texts):
        yield _found(pool, "is one of solo scores, but said to be counted like ratings")


def _found(pool: RatingPool, what: str) -> Finding:
    return Finding("rating/pool", f"{pool.key} {what}.")
