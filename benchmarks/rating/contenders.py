"""The matches that are rated, by us and by the library alone: a weekend on which everybody plays about twenty."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count, pairwise
from random import Random
from time import perf_counter
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from benchmarks.timing import Contender, Timing, interleave
from games.accounts.models import Account
from games.log.sql import write_transaction
from games.progress import Progress
from tournaments.ratings.bulk_sql import adapt, insert
from tournaments.ratings.generation import begin_build, delete_old_generations
from tournaments.ratings.leaderboards.updater import update_boards
from tournaments.ratings.match_store import store_seats, write_seats
from tournaments.ratings.matches import CountedMatch
from tournaments.ratings.models import BoardBucket, BoardRow, LedgerEntry, RatedMatch, RatedPlayer, Rating, RatingPool
from tournaments.ratings.rerating import finish_build
from tournaments.ratings.services import rate_new_matches, rate_next_matches
from tournaments.ratings.values import Match, Seat

POOL: Final = "brikks/bench"
FIRST: Final = datetime(2026, 3, 7, tzinfo=UTC)
WEEKEND: Final = timedelta(days=2)
EACH: Final = 10
"""Matches for every player that there is."""
PLACES: Final = ((1, 2), (2, 1), (1, 1))
WEIGHTS: Final = (19, 19, 2)
"""How matches end: one in twenty in a tie."""
RUNS: Final = 5
AT_ONCE: Final = 5000
_MARKS: Final = count(1)
"""By which the players and games of one pool are told from those of another."""


def measure(rated: int, rerated: Sequence[int]) -> dict[str, dict[str, Timing]]:
    """What is measured, by contenders and by the number of matches."""
    material = matches(rated)
    _keep(POOL, material)
    batches = _batches(POOL, rated)
    updates = interleave({"ours": _ours(POOL), "boards": _boards(POOL), "alone": _alone(material, batches)}, RUNS)
    pools = {number: f"{POOL}/{number}" for number in rerated}
    for number, pool in pools.items():
        _keep(pool, matches(number))
        RatingPool.objects.get_or_create(key=pool)
        rate_new_matches(pool)
        update_boards(pool)
    again = interleave({str(number): _again(pool, number) for number, pool in pools.items()}, RUNS)
    return {"updates": dict(updates), "rerated": dict(again)}


def matches(number: int) -> list[Match]:
    """So many matches of two with places by lot, in their order."""
    mark = next(_MARKS)
    rng = Random(number)  # noqa: S311 - results by lot, not secrets
    players = [f"r-{mark:08x}{at:08x}" for at in range(max(2, number // EACH))]
    every = WEEKEND / number
    return [
        Match(
            FIRST + at * every,
            f"g-{mark:08x}{at:016x}",
            _seats(rng.sample(players, 2), rng.choices(PLACES, WEIGHTS)[0]),
        )
        for at in range(number)
    ]


def _seats(players: Sequence[str], places: Sequence[int]) -> tuple[Seat, ...]:
    return tuple(map(Seat, players, places))


def _keep(pool: str, material: Sequence[Match]) -> None:
    """Store matches, and who plays them."""
    players = sorted({seat.player for match in material for seat in match.seats})
    with write_transaction():
        accounts = Account.objects.bulk_create([Account(username=player, display_name=player) for player in players])
        RatedPlayer.objects.bulk_create(
            RatedPlayer(id=player, account=account) for player, account in zip(players, accounts, strict=True)
        )
    for at in range(0, len(material), AT_ONCE):
        rows = [(pool, adapt(match.at), match.key, write_seats(match)) for match in material[at : at + AT_ONCE]]
        with write_transaction():
            insert(RatedMatch, ("pool", "at", "key", "seats"), rows)
            store_seats(CountedMatch(pool, match) for match in material[at : at + AT_ONCE])


def _batches(pool: str, number: int) -> list[int]:
    """How many matches ours takes at a time, so that both are timed in the same stretches."""
    RatingPool.objects.get_or_create(key=pool)
    sizes: list[int] = []
    while sum(sizes) < number:
        sizes.append(rate_next_matches(pool) or 0)
    return sizes


def _ours(pool: str) -> Contender:
    def run() -> list[float]:
        _forget(pool)
        moments = [perf_counter()]
        while rate_next_matches(pool):
            moments.append(perf_counter())
        return [after - before for before, after in pairwise(moments)]

    return run


def _boards(pool: str) -> Contender:
    def run() -> list[float]:
        began = perf_counter()
        update_boards(pool)
        return [perf_counter() - began]

    return run


def _forget(pool: str) -> None:
    for table in (LedgerEntry, Rating, BoardRow, BoardBucket):
        table._default_manager.filter(pool=pool).delete()
    RatingPool.objects.filter(pk=pool).update(at=None, match="", boards_at=None, boards_match="", version=0)


def _alone(material: Sequence[Match], batches: Sequence[int]) -> Contender:
    def run() -> list[float]:
        model = PlackettLuce()
        known: dict[str, PlackettLuceRating] = {
            seat.player: model.rating() for match in material for seat in match.seats
        }
        moments = [perf_counter()]
        rest = iter(material)
        for size in batches:
            for match, _ in zip(rest, range(size), strict=False):
                _rate(model, known, match)
            moments.append(perf_counter())
        return [after - before for before, after in pairwise(moments)]

    return run


def _rate(model: PlackettLuce, known: dict[str, PlackettLuceRating], match: Match) -> None:
    rated = model.rate(
        [[known[seat.player]] for seat in match.seats], ranks=[float(seat.place) for seat in match.seats]
    )
    for seat, [after] in zip(match.seats, rated, strict=True):
        known[seat.player] = after


def _again(pool: str, number: int) -> Contender:
    def run() -> list[float]:
        began = perf_counter()
        build = begin_build(pool, is_all=True)
        assert build is not None
        with Progress("matches", number, is_shown=True) as progress:
            finish_build(build, progress.advance)
        taken = perf_counter() - began
        delete_old_generations(pool)
        return [taken]

    return run
