"""Counting results: from the outbox of games into matches, ratings, leaderboards and the solo table.

A game that comes to a result leaves word (`games.models.UncountedResult`) in the transaction in which it does. What is
taken from there is stored as a match in the transaction in which the word goes, so nothing is lost or counted twice.
Everything after that is computed from matches, and done again if it is interrupted: ratings are computed beforehand and
stored only if nothing has changed meanwhile, so that nobody waits for a large field to be computed.

One worker counts at a time, by a lease that runs out if it is killed. It is a matter of time, not of truth: two who
count at once get in each other's way, but count nothing twice. A sweep only calls a worker.
"""

import logging
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, OperationalError
from django.db.models import QuerySet

from games.clock.site_time import now
from games.log.sql import write_transaction
from games.play.deadlines import RETRY_PAUSE
from games.play.models import UncountedResult
from games.refusals import Busy
from tournaments.ratings.gc_pause import gc_paused
from tournaments.ratings.generation import delete_old_generations, has_old_generations, is_being_built
from tournaments.ratings.leaderboards.updater import are_boards_behind, update_boards
from tournaments.ratings.ledger import read_skills, store_changes
from tournaments.ratings.match_store import derive_matches, has_uncounted_matches, hold_pools, matches_after
from tournaments.ratings.matches import rated_cards
from tournaments.ratings.models import CountingLease, RatingPool
from tournaments.ratings.plackett_luce import fold_matches
from tournaments.ratings.pools import lock_pool, position_of, stale_since
from tournaments.ratings.rerating import rerate_pool
from tournaments.ratings.solo.services import store_runs
from tournaments.ratings.tasks import count_results
from tournaments.ratings.values import Change, OnProgress

TRIES: Final = 5
"""How often it is tried again in a row if others are faster."""


def rate_new_matches(key: str, told: OnProgress = bool) -> int:
    """Count all matches of a pool that are not counted yet; how many there were."""
    counted = tries = 0
    while tries < TRIES:
        batch = rate_next_matches(key)
        told(batch or 0)
        if batch == 0:
            break
        tries = tries + 1 if batch is None else 0
        counted += batch or 0
    return counted


def rate_next_matches(key: str) -> int | None:
    """Count the next matches of a pool; how many there were, None if others were faster."""
    pool = RatingPool.objects.get(pk=key)
    with gc_paused():
        matches = matches_after(key, position_of(pool))
        if not matches:
            return 0
        changes = list(fold_matches(matches, read_skills(key, pool.generation, matches)))
        return len(matches) if _store_if_unchanged(pool, changes) else None


def _store_if_unchanged(seen: RatingPool, changes: list[Change]) -> bool:
    """Store what was computed, unless the pool is not as it was seen any more."""
    with write_transaction():
        pool = lock_pool(seen.key)
        if _pool_state(pool) != _pool_state(seen):
            return False
        store_changes(pool.key, pool.generation, changes)
        pool.at, pool.match = changes[-1].match.position
        pool.save(update_fields=["at", "match"])
    return True


def _pool_state(pool: RatingPool) -> tuple[object, ...]:
    return pool.generation, pool.revision, pool.at, pool.match


COUNTING_LEASE: Final = timedelta(minutes=1)
"""How long it holds; it is renewed with every portion, and only the largest fields take longer than that."""
ONLY_ROW: Final = 1


@contextmanager
def counting_lease() -> Iterator[OnProgress | None]:
    """Hold the lease and be told what renews it, whatever it hears; None if somebody else holds it."""
    holder = secrets.token_hex(8)
    if not _take_lease(holder):
        yield None
        return
    own = CountingLease.objects.filter(pk=ONLY_ROW, holder=holder)
    try:
        yield lambda _: own.update(until=now() + COUNTING_LEASE)
    finally:
        own.delete()


def is_somebody_counting(moment: datetime) -> bool:
    """Whether somebody is at it."""
    return _leases_held(moment).exists()


def _leases_held(moment: datetime) -> QuerySet[CountingLease]:
    """The lease, if it holds; one that ends later than any that was taken by now is of a clock that was set back."""
    return CountingLease.objects.filter(pk=ONLY_ROW, until__gt=moment, until__lte=moment + COUNTING_LEASE)


def _take_lease(holder: str) -> bool:
    """Whether the lease was free and is ours now; of several who ask at once, one gets it."""
    moment = now()
    CountingLease.objects.filter(pk=ONLY_ROW).exclude(pk__in=_leases_held(moment).values("pk")).delete()
    fresh = CountingLease(pk=ONLY_ROW, holder=holder, until=moment + COUNTING_LEASE)
    CountingLease.objects.bulk_create([fresh], ignore_conflicts=True)
    return CountingLease.objects.filter(pk=ONLY_ROW, holder=holder).exists()


log = logging.getLogger(__name__)
AT_MOST: Final = 200
"""How many results are taken in at once."""
SETTLED: Final = timedelta(seconds=1.5)
"""How long a word waits, so that results which come at once come in their order."""


def count_results_alone() -> None:
    """Count results in a worker, unless another one is at it: several would only do the same work, and keep all of
    their threads from the clocks."""
    with counting_lease() as renew:
        if renew is not None:
            count_waiting_results(renew=renew)


def count_waiting_results(until: datetime | None = None, renew: OnProgress = bool) -> int:
    """Count the results that games have left word of by a moment, or long enough ago; how many words there were."""
    moment = until or now() - SETTLED
    taken: list[str] = []
    failed: list[str] = []
    while words := _uncounted_games(moment, failed):
        left = _store_results_apart(words)
        failed += left
        taken += [game for game in words if game not in left]
        renew(len(words))
    for key in list(RatingPool.objects.order_by("key").values_list("key", flat=True)):
        update_pool(key, renew)
    return len(taken)


def update_pool(key: str, renew: OnProgress = bool) -> None:
    """Bring what a pool shows up to date with its matches, and delete what nobody needs any more."""
    rate_new_matches(key, renew)
    while rerate_pool(key, renew):
        rate_new_matches(key, renew)
    update_boards(key)
    if has_old_generations(RatingPool.objects.get(pk=key), now()):
        delete_old_generations(key)


def is_counting_due(moment: datetime) -> bool:
    """Whether there is something to count, to compute again or to delete, and nobody is known to be at it."""
    return _has_work_left(moment) and not is_somebody_counting(moment)


def _has_work_left(moment: datetime) -> bool:
    if UncountedResult.objects.filter(made_at__lte=moment - SETTLED).exists():
        return True
    return any(_pool_has_work_left(pool, moment) for pool in RatingPool.objects.all())


def _pool_has_work_left(pool: RatingPool, moment: datetime) -> bool:
    if stale_since(pool) is not None and not is_being_built(pool, moment):
        return True
    return has_old_generations(pool, moment) or has_uncounted_matches(pool) or are_boards_behind(pool)


def _uncounted_games(until: datetime, failed: Sequence[str]) -> list[str]:
    found = UncountedResult.objects.filter(made_at__lte=until).exclude(pk__in=failed).order_by("made_at", "game")
    return list(found.values_list("pk", flat=True)[:AT_MOST])


def _store_results_apart(games: Sequence[str]) -> Sequence[str]:
    """Take results in; those that fail are returned, and put off if it was their own fault."""
    try:
        store_results(games)
    except (Busy, OperationalError, IntegrityError) as error:
        # An account may have been erased in the very moment.
        log.warning("Results could not be counted just now: %s", error)
        return games
    except Exception:
        if len(games) > 1:
            return [game for one in games for game in _store_results_apart([one])]
        log.exception("The result of %s could not be counted.", games[0])
        UncountedResult.objects.filter(pk__in=games).update(made_at=now() + RETRY_PAUSE)
        return games
    return ()


def store_results(games: Sequence[str]) -> None:
    """Keep the results of some games, and strike their words off."""
    with write_transaction():
        # Locked before they are read: a ruling that comes now leaves word again afterwards.
        words = UncountedResult.objects.select_for_update().filter(pk__in=games).order_by("pk")
        changed = list(words.values_list("pk", flat=True))
        hold_pools(changed)
        derive_matches(_without_incomplete_fields(changed))
        store_runs(changed)
        UncountedResult.objects.filter(pk__in=changed).delete()


def _without_incomplete_fields(games: Sequence[str]) -> list[str]:
    """Those of some games after which no other word waits of the same shared deal; pools are held.

    A field is read as a whole. With every portion of its words it would be read again, and a large one take minutes.
    """
    told = rated_cards(games)
    deals = {one.deal for one in told if one.is_run}
    waiting = UncountedResult.objects.filter(game__deal__in=deals, made_at__lte=now()).exclude(pk__in=games)
    coming = set(waiting.values_list("game__deal", flat=True).distinct())
    return [one.game for one in told if not one.is_run or one.deal not in coming]


def request_counting(moment: datetime) -> None:
    """Have results counted that wait for it; never in the sweep itself, which has no time for it."""
    if is_counting_due(moment):
        count_results.delay_on_commit()
