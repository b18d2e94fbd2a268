"""The leaderboards of solo scores: the best rated score of the runs that were played to their end, in every period.

Of somebody's runs only those are read anew that lie in a period in which something has changed.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, Q

from tournaments.leaderboards.periods import LEAST, PERIODS, period_at, span_at
from tournaments.leaderboards.rows import Standing, replace_rows_of
from tournaments.models import RatedPlayer, SoloRun
from tournaments.ratings.locking import lock_pools
from tournaments.ratings.pools import pools_of_run, solo_pool


class _Period(NamedTuple):
    """A period in which somebody's runs have changed."""

    key: str
    kind: str
    name: str


class Best(NamedTuple):
    """What somebody's runs at one level come to, or at all of them."""

    rated: int | None
    """None if none of them was played to its end."""
    games: int

    def with_run(self, rated: int, is_complete: bool) -> "Best":
        """The same with one run more."""
        return Best(max(self.rated or 0, rated) if is_complete else self.rated, self.games + 1)


def place_runs(changed: Collection[SoloRun]) -> None:
    """Let the leaderboards follow runs that have come, gone or changed; each as it was and as it is."""
    touched: dict[_Period, list[SoloRun]] = defaultdict(list)
    for run in changed:
        for kind in PERIODS:
            touched[_Period(run.key, kind, period_at(kind, run.ended_at))].append(run)
    lock_pools({pool for run in changed for pool in pools_of_run(run.key, run.level)})
    there = still_there({run.player_id for run in changed})
    for period, runs in touched.items():
        bests: dict[str, dict[str, Best]] = defaultdict(dict)
        for pool, player, best in _bests(period, runs):
            bests[pool][player] = best
        for pool, own in bests.items():
            rows = [
                standing_of(period.kind, period.name, player, best, there)
                for player, best in own.items()
                if best.rated is not None
            ]
            replace_rows_of(pool, own, rows, [period.name])


def _bests(period: _Period, runs: Sequence[SoloRun]) -> Iterable[tuple[str, str, Best]]:
    """What the runs of those concerned now come to in a period: at each level that is concerned, and at all."""
    by_level = _by_level(period, {run.player_id for run in runs}, runs[0].ended_at)
    for player in sorted({run.player_id for run in runs}):
        own = by_level.get(player, {})
        yield solo_pool(key=period.key), player, _together(own.values())
        for level in sorted({run.level for run in runs if run.player_id == player}):
            yield solo_pool(level, period.key), player, own.get(level, Best(None, 0))


def _by_level(period: _Period, players: Iterable[str], at: datetime) -> dict[str, dict[int, Best]]:
    own = SoloRun.objects.filter(player__in=list(players), key=period.key)
    if (span := span_at(period.kind, at)) is not None:
        own = own.filter(ended_at__gte=span[0], ended_at__lt=span[1])
    best = Max("rated", filter=Q(is_complete=True))
    found: dict[str, dict[int, Best]] = defaultdict(dict)
    for player, level, rated, games in own.values_list("player", "level").annotate(best=best, games=Count("pk")):
        found[player][level] = Best(rated, games)
    return found


def _together(levels: Iterable[Best]) -> Best:
    bests = list(levels)
    rated = [best.rated for best in bests if best.rated is not None]
    return Best(max(rated, default=None), sum(best.games for best in bests))


def standing_of(kind: str, period: str, player: str, best: Best, there: Collection[str]) -> Standing:
    """How somebody stands in a period of a kind; without a place if their account is gone, or after too few runs."""
    assert best.rated is not None
    is_listed = player in there and best.games >= LEAST[kind]
    return Standing(period, player, best.rated, before=None, deviation=None, games=best.games, is_listed=is_listed)


def still_there(players: Iterable[str]) -> set[str]:
    """Those of these players who still have an account."""
    found = RatedPlayer.objects.filter(pk__in=list(players), account__isnull=False)
    return set(found.values_list("pk", flat=True))
