"""Counting results: from the outbox of games into matches, ratings, leaderboards and the solo table.

A game that comes to a result leaves word (`games.models.UncountedResult`) in the transaction in which it does. What is
taken from there is kept as a match in the transaction in which the word goes, so nothing is lost or counted twice.
Everything after that is computed from matches, and done again if it is interrupted.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, OperationalError

from games.clock.site_time import now
from games.log.sql import write_transaction
from games.play.deadlines import RETRY_PAUSE
from games.play.models import PlayerGame, UncountedResult
from games.refusals import Busy
from tournaments.leaderboards.following import are_behind, follow
from tournaments.models import RatingPool
from tournaments.ratings.advancing import advance, is_behind
from tournaments.ratings.building import is_leased
from tournaments.ratings.kept import keep
from tournaments.ratings.lease import alone, is_held
from tournaments.ratings.locking import lock_every_pool, lock_pools, stale_since
from tournaments.ratings.matches import matches_of, told_of
from tournaments.ratings.players import make_players
from tournaments.ratings.rerating import rerate
from tournaments.ratings.tidying import is_untidy, tidy
from tournaments.ratings.values import Heard
from tournaments.solo.counting import count_runs

log = logging.getLogger(__name__)

AT_MOST: Final = 200
"""How many results are taken in at once."""
SETTLED: Final = timedelta(seconds=1.5)
"""How long a word waits, so that results which come at once come in their order."""


def count_alone() -> None:
    """Count results in a worker, unless another one is at it: several would only do the same work, and keep all of
    their threads from the clocks."""
    with alone() as renew:
        if renew is not None:
            count_results(renew=renew)


def count_results(until: datetime | None = None, renew: Heard = bool) -> int:
    """Count the results that games have left word of by a moment, or long enough ago; how many words there were."""
    moment = until or now() - SETTLED
    taken: list[str] = []
    failed: list[str] = []
    while words := _words(moment, failed):
        left = _take_in_apart(words)
        failed += left
        taken += [game for game in words if game not in left]
        renew(len(words))
    for key in list(RatingPool.objects.order_by("key").values_list("key", flat=True)):
        see_to(key, renew)
    return len(taken)


def see_to(key: str, renew: Heard = bool) -> None:
    """Bring what a pool shows up to date with its matches, and delete what nobody needs any more."""
    advance(key, renew)
    while rerate(key, renew):
        advance(key, renew)
    follow(key)
    if is_untidy(RatingPool.objects.get(pk=key), now()):
        tidy(key)


def is_due(moment: datetime) -> bool:
    """Whether there is something to count, to compute again or to delete, and nobody is known to be at it."""
    return _is_something_left(moment) and not is_held(moment)


def _is_something_left(moment: datetime) -> bool:
    if UncountedResult.objects.filter(made_at__lte=moment - SETTLED).exists():
        return True
    return any(_is_waiting(pool, moment) for pool in RatingPool.objects.all())


def _is_waiting(pool: RatingPool, moment: datetime) -> bool:
    if stale_since(pool) is not None and not is_leased(pool, moment):
        return True
    return is_untidy(pool, moment) or is_behind(pool) or are_behind(pool)


def _words(until: datetime, failed: Sequence[str]) -> list[str]:
    found = UncountedResult.objects.filter(made_at__lte=until).exclude(pk__in=failed).order_by("made_at", "game")
    return list(found.values_list("pk", flat=True)[:AT_MOST])


def _take_in_apart(games: Sequence[str]) -> Sequence[str]:
    """Take results in; those that fail are returned, and put off if it was their own fault."""
    try:
        take_in(games)
    except (Busy, OperationalError, IntegrityError) as error:
        # An account may have been erased in the very moment.
        log.warning("Results could not be counted just now: %s", error)
        return games
    except Exception:
        if len(games) > 1:
            return [game for one in games for game in _take_in_apart([one])]
        log.exception("The result of %s could not be counted.", games[0])
        UncountedResult.objects.filter(pk__in=games).update(made_at=now() + RETRY_PAUSE)
        return games
    return ()


def take_in(games: Sequence[str]) -> None:
    """Keep the results of some games, and strike their words off."""
    with write_transaction():
        # Locked before they are read: a ruling that comes now leaves word again afterwards.
        words = UncountedResult.objects.select_for_update().filter(pk__in=games).order_by("pk")
        changed = list(words.values_list("pk", flat=True))
        hold_pools(changed)
        _keep(_last_of_their_fields(changed))
        count_runs(changed)
        UncountedResult.objects.filter(pk__in=changed).delete()


def _last_of_their_fields(games: Sequence[str]) -> list[str]:
    """Those of some games after which no other word waits of the same shared deal; pools are held.

    A field is read as a whole. With every portion of its words it would be read again, and a large one take minutes.
    """
    told = told_of(games)
    deals = {one.deal for one in told if one.is_run}
    waiting = UncountedResult.objects.filter(game__deal__in=deals, made_at__lte=now()).exclude(pk__in=games)
    coming = set(waiting.values_list("game__deal", flat=True).distinct())
    return [one.game for one in told if not one.is_run or one.deal not in coming]


def keep_results(games: Sequence[str]) -> None:
    """Keep what counts of some games, inside the caller's transaction."""
    hold_pools(games)
    _keep(games)


def hold_pools(games: Sequence[str]) -> None:
    """Let nobody else keep matches until the transaction ends, and whoever plays these games have an id.

    That comes first: accounts are locked before pools, as when one of them is erased.
    """
    seated = PlayerGame.objects.filter(game__in=games, game__card__is_rated=True, account__isnull=False, bot="")
    make_players(account for account in seated.values_list("account", flat=True) if account is not None)
    lock_every_pool()
    lock_pools(one.pool for one in told_of(games) if one.is_rated and not one.is_hidden)


def _keep(games: Sequence[str]) -> None:
    """What is read now cannot be older than what others have kept: runs on one deal are words of their own."""
    keep(matches_of(told_of(games), make_players))
