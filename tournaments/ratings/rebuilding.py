"""Making ratings anew: the matches from the results of games, and from these everything else, as if for the first time.

Results go on being counted meanwhile. The figures are the same bit for bit: the order of matches is fixed, and the
same computation gives the same numbers.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from django.db.models import QuerySet

from engine.errors import Refused
from games.integrity.audit.findings import Finding
from games.log.sql import write_transaction
from games.play.models import GameCard
from games.progress import Progress
from tournaments.models import RatedMatch, Rating
from tournaments.ratings.building import begin
from tournaments.ratings.counting import count_results, keep_results
from tournaments.ratings.kept import keep, keys_of
from tournaments.ratings.locking import lock_every_pool
from tournaments.ratings.matches import Counted, matches_under
from tournaments.ratings.outcomes import COUNTING
from tournaments.ratings.pools import RATED, pool_of
from tournaments.ratings.rerating import finish
from tournaments.ratings.tidying import tidy

AT_ONCE: Final = 500
ALL: Final = datetime.max.replace(tzinfo=UTC)
"""Until when words are taken: all, however long they would have waited."""


def rebuild_ratings() -> Iterator[Finding | None]:
    """Make the ratings of all pools anew; as many as there are then. Whatever waits to be counted comes first."""
    count_results(ALL)
    keep_all()
    drop_orphans()
    pools = list(RatedMatch.objects.order_by().values_list("pool", flat=True).distinct())
    with Progress("matches", RatedMatch.objects.count(), is_shown=True) as progress:
        for pool in sorted({*pools, *map(pool_of, RATED)}):
            yield from _rebuild(pool, progress)


def _rebuild(key: str, progress: Progress) -> Iterator[Finding | None]:
    try:
        build = begin(key, is_all=True)
        if build is None or not finish(build, progress.advance):
            yield Finding("rebuild/refused", f"Somebody else makes the ratings of {key} anew just now.")
            return
        tidy(key)
    except Refused as refusal:
        yield Finding("rebuild/refused", refusal.sentence)
        return
    rated = Rating.objects.filter(pool=key, generation=build.generation).count()
    yield from [None] * rated


def keep_all() -> None:
    """Make the matches of all games anew."""
    for games in rated_games():
        with write_transaction():
            keep_results(games)


def rated_games() -> Iterator[Sequence[str]]:
    """All rated games that have come to a result which counts, some at a time; those on one shared deal together,
    because they are compared with each other."""
    rated = GameCard.objects.filter(is_rated=True, status__in=COUNTING)
    on_deals = rated.filter(deal__is_shared=True)
    last = ""
    while games := _portion(rated.exclude(pk__in=on_deals.values("pk")), last):
        yield games
        last = games[-1]
    for deal in list(on_deals.order_by("deal").values_list("deal", flat=True).distinct()):
        yield list(on_deals.filter(deal=deal).order_by("pk").values_list("pk", flat=True))


def _portion(cards: QuerySet[GameCard], last: str) -> list[str]:
    return list(cards.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:AT_ONCE])


def drop_orphans() -> None:
    """Drop matches that follow from no game."""
    pools = RatedMatch.objects.order_by().values_list("pool", flat=True).distinct()
    for pool in sorted(pools):
        for keys in keys_of(pool, AT_ONCE):
            with write_transaction():
                lock_every_pool()
                derived = matches_under(keys)
                keep({key: derived.get(key, Counted(pool, None)) for key in keys})
