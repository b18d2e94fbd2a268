"""Counting runs: which games stand in the solo table, and what changes on the leaderboards of solo scores with them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from engine.registry import find
from games.play.models import GameCard, PlayerGame, SeatResult
from games.results import GameResult
from games.statuses import ADJUDICATED, FINISHED
from tournaments.models import FormerSeat, SoloRun, Table
from tournaments.ratings.dealt import counts_nowhere
from tournaments.ratings.matches import Resolve
from tournaments.ratings.overrides import Overridden, overrides_of
from tournaments.ratings.players import make_players, players_of, supposed_players
from tournaments.ratings.pools import SOLO
from tournaments.solo.placing import place_runs
from tournaments.values import OVERRIDDEN

SEAT: Final = 0
"""Where somebody sits who plays alone."""


def count_runs(games: Sequence[str]) -> None:
    """Bring the solo table up to date with these games, inside the caller's transaction; again changes nothing."""
    before = {run.pk: run for run in SoloRun.objects.filter(pk__in=games)}
    after = {run.pk: run for run in runs_of(games, makes_players=True)}
    gone = [run for game, run in before.items() if game not in after]
    changed = [run for game, run in after.items() if values_of(before.get(game)) != values_of(run)]
    if not gone and not changed:
        return
    SoloRun.objects.filter(pk__in=[run.pk for run in gone]).delete()
    _store(changed)
    place_runs([*gone, *changed, *(before[run.pk] for run in changed if run.pk in before)])


def values_of(run: SoloRun | None) -> tuple[object, ...] | None:
    """What two rows of one run are compared by; None without any."""
    if run is None:
        return None
    return run.player_id, run.key, run.level, run.score, run.rated, run.is_complete, run.ended_at


def _store(runs: Iterable[SoloRun]) -> None:
    kept = ["player", "key", "level", "score", "rated", "is_complete", "ended_at"]
    SoloRun.objects.bulk_create(runs, update_conflicts=True, unique_fields=["game"], update_fields=kept)


def countable() -> QuerySet[GameCard]:
    """The games that stand in the solo table, if it is known who has played them: rated, ended and not voided, nor
    their tables; those on a shared deal once it is closed, and as long as its round is not played anew."""
    ended = GameCard.objects.filter(variant=SOLO, is_rated=True, status__in=(FINISHED, ADJUDICATED))
    void = Table.objects.filter(game=OuterRef("pk"), entered=OVERRIDDEN, is_void=True)
    return ended.exclude(counts_nowhere()).exclude(Exists(void))


def runs_of(games: Sequence[str], makes_players: bool = False) -> list[SoloRun]:
    """These games as the solo table has them, as far as it does; newcomers have no id yet, unless it is made now."""
    cards = {card.pk: card for card in countable().filter(pk__in=games).select_related("game")}
    results = {result.game_id: result for result in SeatResult.objects.filter(game__in=cards, seat=SEAT)}
    seats = {seat.game_id: seat for seat in PlayerGame.objects.filter(game__in=cards, seat=SEAT)}
    if makes_players:
        make_players(seat.account_id for seat in seats.values() if seat.account_id is not None)
    players = _players_in(seats)
    known = [game for game in sorted(cards) if game in results and game in players]
    overrides = overrides_of([game for game in known if cards[game].tournament is not None])
    return [
        _run(
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
    return _run(card, seats[game_id].level, player, outcome.score, has_forfeited)


def _run(card: GameCard, level: int, player: str, score: int, has_forfeited: bool) -> SoloRun:
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
