"""Making ratings anew: the matches from the results of games, and from these everything else, as if for the first time.

Results go on being counted meanwhile. The figures are the same bit for bit: the order of matches is fixed, and the
same computation gives the same numbers.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from engine.errors import Refused
from games.integrity.audit.findings import Finding
from games.log.sql import write_transaction
from games.progress import Progress
from tournaments.ratings.generation import begin_build, delete_old_generations
from tournaments.ratings.match_store import lock_and_derive_matches, match_keys, store_matches
from tournaments.ratings.matches import GAMES_AT_ONCE, CountedMatch, derived_matches, rated_games
from tournaments.ratings.models import RatedMatch, Rating
from tournaments.ratings.pools import RATED, lock_every_pool, pool_of
from tournaments.ratings.rerating import finish_build
from tournaments.ratings.services import count_waiting_results

END_OF_TIME: Final = datetime.max.replace(tzinfo=UTC)
"""Until when words are taken: all, however long they would have waited."""


def rebuild_ratings() -> Iterator[Finding | None]:
    """Make the ratings of all pools anew; as many as there are then. Whatever waits to be counted comes first."""
    count_waiting_results(END_OF_TIME)
    store_all_matches()
    drop_orphaned_matches()
    pools = list(RatedMatch.objects.order_by().values_list("pool", flat=True).distinct())
    with Progress("matches", RatedMatch.objects.count(), is_shown=True) as progress:
        for pool in sorted({*pools, *map(pool_of, RATED)}):
            yield from _rebuild_pool(pool, progress)


def _rebuild_pool(key: str, progress: Progress) -> Iterator[Finding | None]:
    try:
        build = begin_build(key, is_all=True)
        if build is None or not finish_build(build, progress.advance):
            yield Finding("rebuild/refused", f"Somebody else makes the ratings of {key} anew just now.")
            return
        delete_old_generations(key)
    except Refused as refusal:
        yield Finding("rebuild/refused", refusal.sentence)
        return
    rated = Rating.objects.filter(pool=key, generation=build.generation).count()
    yield from [None] * rated


def store_all_matches() -> None:
    """Make the matches of all games anew."""
    for games in rated_games():
        with write_transaction():
            lock_and_derive_matches(games)


def drop_orphaned_matches() -> None:
    """Drop matches that follow from no game."""
    pools = RatedMatch.objects.order_by().values_list("pool", flat=True).distinct()
    for pool in sorted(pools):
        for keys in match_keys(pool, GAMES_AT_ONCE):
            with write_transaction():
                lock_every_pool()
                derived = derived_matches(keys)
                store_matches({key: derived.get(key, CountedMatch(pool, None)) for key in keys})
