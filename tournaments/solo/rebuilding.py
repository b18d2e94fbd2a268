"""Making the solo table and its leaderboards anew from the results of games."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from games.integrity.audit.findings import Finding
from games.log.sql import write_transaction
from games.play.models import GameCard
from tournaments.leaderboards.periods import PERIODS, period_at
from tournaments.leaderboards.rows import Standing, replace_rows_of
from tournaments.models import BoardBucket, BoardRow, RatingPool, SoloRun
from tournaments.ratings.counting import hold_pools
from tournaments.ratings.locking import lock_pool
from tournaments.ratings.pools import SOLO, pools_of_run
from tournaments.ratings.values import PlayerId
from tournaments.solo.counting import count_runs
from tournaments.solo.placing import Best, standing_of, still_there

AT_ONCE: Final = 500


def rebuild_solo() -> Iterator[Finding | None]:
    """Make all runs and all leaderboards of solo scores anew; as many as there are runs then."""
    for games in rated_runs():
        with write_transaction():
            hold_pools(games)
            count_runs(games)
    for pool in solo_pools():
        with write_transaction():
            _place_all(pool)
    yield from [None] * SoloRun.objects.count()


def rated_runs() -> Iterator[list[str]]:
    """All rated games for one, whatever has become of them, some at a time."""
    last = ""
    while games := list(
        GameCard.objects.filter(variant=SOLO, is_rated=True, pk__gt=last)
        .order_by("pk")
        .values_list("pk", flat=True)[:AT_ONCE]
    ):
        yield games
        last = games[-1]


def solo_pools() -> list[str]:
    """The pools of all runs, and those that are there without any."""
    played = SoloRun.objects.order_by().values_list("key", "level").distinct()
    known = RatingPool.objects.filter(key__contains=f"/{SOLO}").values_list("key", flat=True)
    return sorted({*known, *(pool for key, level in played for pool in pools_of_run(key, level))})


def _place_all(pool: str) -> None:
    """Make the leaderboards of a pool anew, in one go: nobody sees half of them."""
    generation = lock_pool(pool).generation
    for model in (BoardRow, BoardBucket):
        model._default_manager.filter(pool=pool, generation=generation).delete()
    rows = standings_in(pool)
    replace_rows_of(pool, [row.player for row in rows], rows)


def standings_in(pool: str, player: PlayerId | None = None) -> list[Standing]:
    """What the leaderboards of a pool should say, from all runs in it; of everybody or of one player."""
    bests: dict[tuple[str, str, str], Best] = defaultdict(lambda: Best(None, 0))
    runs = SoloRun.objects.all() if player is None else SoloRun.objects.filter(player=player)
    told = runs.values_list("key", "level", "player", "rated", "is_complete", "ended_at")
    for key, level, runner, rated, is_complete, ended_at in told.iterator():
        if pool in pools_of_run(key, level):
            for kind in PERIODS:
                place = kind, period_at(kind, ended_at), runner
                bests[place] = bests[place].with_run(rated, is_complete)
    there = still_there({runner for _, _, runner in bests})
    return [
        standing_of(kind, name, runner, best, there)
        for (kind, name, runner), best in bests.items()
        if best.rated is not None
    ]
