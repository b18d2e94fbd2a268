"""Writes the solo table and its leaderboards: which games stand in it, and the best rated score of the runs that were
played to their end, in every period; both anew from the results of games if need be.

Of somebody's runs only those are read anew that lie in a period in which something has changed.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from engine.registry import find
from games.integrity.audit.findings import Finding
from games.log.sql import write_transaction
from games.play.models import GameCard, PlayerGame, SeatResult
from games.results import GameResult
from games.statuses import ADJUDICATED, FINISHED
from tournaments.events.models import Table
from tournaments.events.values import OVERRIDDEN
from tournaments.ratings.leaderboards.aggregate import BoardStanding
from tournaments.ratings.leaderboards.periods import LEAST, PERIODS, period_at, span_at
from tournaments.ratings.leaderboards.row_store import replace_rows_of
from tournaments.ratings.match_store import hold_pools
from tournaments.ratings.matches import Resolve, counts_nowhere
from tournaments.ratings.models import BoardBucket, BoardRow, FormerSeat, RatedPlayer, RatingPool, SoloRun
from tournaments.ratings.overrides import Overridden, overrides_of
from tournaments.ratings.players import make_players, players_of, supposed_players
from tournaments.ratings.pools import lock_pool, lock_pools, pools_of_run, solo_pool
from tournaments.ratings.values import PlayerId
from tournaments.variants import SOLO


class _Period(NamedTuple):
    """A period in which somebody's runs have changed."""

    key: str
    kind: str
    name: str


class BestRun(NamedTuple):
    """What somebody's runs at one level come to, or at all of them."""

    rated: int | None
    """None if none of them was played to its end."""
    games: int

    def with_run(self, rated: int, is_complete: bool) -> "BestRun":
        """The same with one run more."""
        return BestRun(max(self.rated or 0, rated) if is_complete else self.rated, self.games + 1)


def update_boards_of_runs(changed: Collection[SoloRun]) -> None:
    """Let the leaderboards follow runs that have come, gone or changed; each as it was and as it is."""
    touched: dict[_Period, list[SoloRun]] = defaultdict(list)
    for run in changed:
        for kind in PERIODS:
            touched[_Period(run.key, kind, period_at(kind, run.ended_at))].append(run)
    lock_pools({pool for run in changed for pool in pools_of_run(run.key, run.level)})
    there = players_with_account({run.player_id for run in changed})
    for period, runs in touched.items():
        bests: dict[str, dict[str, BestRun]] = defaultdict(dict)
        for pool, player, best in _bests(period, runs):
            bests[pool][player] = best
        for pool, own in bests.items():
            rows = [
                solo_standing(period.kind, period.name, player, best, there)
                for player, best in own.items()
                if best.rated is not None
            ]
            replace_rows_of(pool, own, rows, [period.name])


def _bests(period: _Period, runs: Sequence[SoloRun]) -> Iterable[tuple[str, str, BestRun]]:
    """What the runs of those concerned now come to in a period: at each level that is concerned, and at all."""
    by_level = _by_level(period, {run.player_id for run in runs}, runs[0].ended_at)
    for player in sorted({run.player_id for run in runs}):
        own = by_level.get(player, {})
        yield solo_pool(key=period.key), player, _together(own.values())
        for level in sorted({run.level for run in runs if run.player_id == player}):
            yield solo_pool(level, period.key), player, own.get(level, BestRun(None, 0))


def _by_level(period: _Period, players: Iterable[str], at: datetime) -> dict[str, dict[int, BestRun]]:
    own = SoloRun.objects.filter(player__in=list(players), key=period.key)
    if (span := span_at(period.kind, at)) is not None:
        own = own.filter(ended_at__gte=span[0], ended_at__lt=span[1])
    best = Max("rated", filter=Q(is_complete=True))
    found: dict[str, dict[int, BestRun]] = defaultdict(dict)
    for player, level, rated, games in own.values_list("player", "level").annotate(best=best, games=Count("pk")):
        found[player][level] = BestRun(rated, games)
    return found


def _together(levels: Iterable[BestRun]) -> BestRun:
    bests = list(levels)
    rated = [best.rated for best in bests if best.rated is not None]
    return BestRun(max(rated, default=None), sum(best.games for best in bests))


def solo_standing(kind: str, period: str, player: str, best: BestRun, there: Collection[str]) -> BoardStanding:
    """How somebody stands in a period of a kind; without a place if their account is gone, or after too few runs."""
    assert best.rated is not None
    is_listed = player in there and best.games >= LEAST[kind]
    return BoardStanding(period, player, best.rated, before=None, deviation=None, games=best.games, is_listed=is_listed)


def players_with_account(players: Iterable[str]) -> set[str]:
    """Those of these players who still have an account."""
    found = RatedPlayer.objects.filter(pk__in=list(players), account__isnull=False)
    return set(found.values_list("pk", flat=True))


SEAT: Final = 0
"""Where somebody sits who plays alone."""


def store_runs(games: Sequence[str]) -> None:
    """Bring the solo table up to date with these games, inside the caller's transaction; again changes nothing."""
    before = {run.pk: run for run in SoloRun.objects.filter(pk__in=games)}
    after = {run.pk: run for run in derive_runs(games, makes_players=True)}
    gone = [run for game, run in before.items() if game not in after]
    changed = [run for game, run in after.items() if run_values(before.get(game)) != run_values(run)]
    if not gone and not changed:
        return
    SoloRun.objects.filter(pk__in=[run.pk for run in gone]).delete()
    _save_runs(changed)
    update_boards_of_runs([*gone, *changed, *(before[run.pk] for run in changed if run.pk in before)])


def run_values(run: SoloRun | None) -> tuple[object, ...] | None:
    """What two rows of one run are compared by; None without any."""
    if run is None:
        return None
    return run.player_id, run.key, run.level, run.score, run.rated, run.is_complete, run.ended_at


def _save_runs(runs: Iterable[SoloRun]) -> None:
    kept = ["player", "key", "level", "score", "rated", "is_complete", "ended_at"]
    SoloRun.objects.bulk_create(runs, update_conflicts=True, unique_fields=["game"], update_fields=kept)


def countable_games() -> QuerySet[GameCard]:
    """The games that stand in the solo table, if it is known who has played them: rated, ended and not voided, nor
    their tables; those on a shared deal once it is closed, and as long as its round is not played anew."""
    ended = GameCard.objects.filter(variant=SOLO, is_rated=True, status__in=(FINISHED, ADJUDICATED))
    void = Table.objects.filter(game=OuterRef("pk"), entered=OVERRIDDEN, is_void=True)
    return ended.exclude(counts_nowhere()).exclude(Exists(void))


def derive_runs(games: Sequence[str], makes_players: bool = False) -> list[SoloRun]:
    """These games as the solo table has them, as far as it does; newcomers have no id yet, unless it is made now."""
    cards = {card.pk: card for card in countable_games().filter(pk__in=games).select_related("game")}
    results = {result.game_id: result for result in SeatResult.objects.filter(game__in=cards, seat=SEAT)}
    seats = {seat.game_id: seat for seat in PlayerGame.objects.filter(game__in=cards, seat=SEAT)}
    if makes_players:
        make_players(seat.account_id for seat in seats.values() if seat.account_id is not None)
    players = _players_in(seats)
    known = [game for game in sorted(cards) if game in results and game in players]
    overrides = overrides_of([game for game in known if cards[game].tournament is not None])
    return [
        _make_run(
            cards[game],
            seats[game].level,
            players[game],
            results[game].score,
            results[game].has_forfeited or _has_forfeited(overrides.get(game)),
        )
        for game in known
    ]


def _has_forfeited(overridden: Overridden | None) -> bool:
    """Whether an organiser has decided that a run was forfeited; its points stay those of the sheet."""
    return overridden is not None and any(seat.has_forfeited for seat in overridden.seats)


def run_if(game_id: str, result: GameResult, overridden: Overridden | None = None) -> SoloRun | None:
    """How a game would stand in the solo table with this official result, and with this one at its table if there is
    one; None if not at all. Nothing is stored."""
    cards = GameCard.objects.filter(pk=game_id, variant=SOLO, is_rated=True).exclude(counts_nowhere())
    card = cards.select_related("game").first()
    seats = {seat.game_id: seat for seat in PlayerGame.objects.filter(game=game_id, seat=SEAT)}
    player = _players_in(seats, supposed_players).get(game_id)
    is_void = overridden is not None and overridden.is_void
    if card is None or player is None or is_void or result.status not in (FINISHED, ADJUDICATED):
        return None
    card.status, outcome = result.status, result.seats[SEAT]
    has_forfeited = outcome.forfeited or _has_forfeited(overridden)
    return _make_run(card, seats[game_id].level, player, outcome.score, has_forfeited)


def _make_run(card: GameCard, level: int, player: str, score: int, has_forfeited: bool) -> SoloRun:
    rules = find(card.key, card.game.rules_version)
    assert card.ended_at is not None
    return SoloRun(
        game_id=card.pk,
        player_id=player,
        key=card.key,
        level=level,
        score=score,
        rated=rules.rated(score, level),
        is_complete=card.status == FINISHED and not has_forfeited,
        ended_at=card.ended_at,
    )


def _players_in(seats: Mapping[str, PlayerGame], resolve: Resolve = players_of) -> dict[str, str]:
    """Who has played each of these games, as far as they have an id; accounts that were erased since included."""
    accounts = {game: seat.account_id for game, seat in seats.items() if seat.account_id is not None}
    known = resolve(accounts.values())
    players = {game: known[account] for game, account in accounts.items() if account in known}
    former = FormerSeat.objects.filter(game__in=seats, seat=SEAT).values_list("game", "player")
    return {**dict(former), **players}


AT_ONCE: Final = 500


def rebuild_solo() -> Iterator[Finding | None]:
    """Make all runs and all leaderboards of solo scores anew; as many as there are runs then."""
    for games in rated_solo_games():
        with write_transaction():
            hold_pools(games)
            store_runs(games)
    for pool in solo_pools():
        with write_transaction():
            _rebuild_boards(pool)
    yield from [None] * SoloRun.objects.count()


def rated_solo_games() -> Iterator[list[str]]:
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


def _rebuild_boards(pool: str) -> None:
    """Make the leaderboards of a pool anew, in one go: nobody sees half of them."""
    generation = lock_pool(pool).generation
    for model in (BoardRow, BoardBucket):
        model._default_manager.filter(pool=pool, generation=generation).delete()
    rows = derive_standings(pool)
    replace_rows_of(pool, [row.player for row in rows], rows)


def derive_standings(pool: str, player: PlayerId | None = None) -> list[BoardStanding]:
    """What the leaderboards of a pool should say, from all runs in it; of everybody or of one player."""
    bests: dict[tuple[str, str, str], BestRun] = defaultdict(lambda: BestRun(None, 0))
    runs = SoloRun.objects.all() if player is None else SoloRun.objects.filter(player=player)
    told = runs.values_list("key", "level", "player", "rated", "is_complete", "ended_at")
    for key, level, runner, rated, is_complete, ended_at in told.iterator():
        if pool in pools_of_run(key, level):
            for kind in PERIODS:
                place = kind, period_at(kind, ended_at), runner
                bests[place] = bests[place].with_run(rated, is_complete)
    there = players_with_account({runner for _, _, runner in bests})
    return [
        solo_standing(kind, name, runner, best, there)
        for (kind, name, runner), best in bests.items()
        if best.rated is not None
    ]
