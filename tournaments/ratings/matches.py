"""Which matches follow from the rows of games: as they are, or as they would be with another result."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from django.db.models import QuerySet

from games.play.models import GameCard, PlayerGame, SeatResult
from games.results import GameResult
from tournaments.models import FormerSeat
from tournaments.ratings.dealt import is_dealt
from tournaments.ratings.outcomes import Outcome, Told, match_of
from tournaments.ratings.overrides import Overridden, overrides_of
from tournaments.ratings.players import players_of, supposed_players
from tournaments.ratings.pools import SOLO
from tournaments.ratings.unplayed import Parts, parts_if, parts_in
from tournaments.ratings.values import Match, PlayerId

_CARD: Final = ("game", "key", "variant", "is_rated", "status", "tournament", "ended_at")
_DEAL: Final = ("deal", "deal__is_shared", "deal__closed_at")

Resolve: TypeAlias = Callable[[Iterable[int]], Mapping[int, PlayerId]]
"""Says under which ids accounts are rated."""
Overrides: TypeAlias = Mapping[str, Overridden]
"""What counts in the place of games."""
At: TypeAlias = tuple[str, int]
"""A game and a seat."""


class Counted(NamedTuple):
    """What counts under a key, and in which pool."""

    pool: str
    match: Match | None


def told_of(games: Iterable[str]) -> list[Told]:
    """What the cards of games say, without those that can never belong to a match."""
    found = _told(GameCard.objects.filter(game__in=set(games)))
    return [one for one in found if one.is_run or one.variant != SOLO]


def _told(cards: QuerySet[GameCard]) -> list[Told]:
    rows = cards.annotate(is_dealt=is_dealt()).order_by("game").values_list(*_CARD, *_DEAL, "is_dealt")
    return [Told(*row) for row in rows]


def matches_of(told: Sequence[Told], resolve: Resolve = players_of) -> dict[str, Counted]:
    """The matches to which games belong, by their keys; of games that nobody may know of yet there are none."""
    shown = [one for one in told if not one.is_hidden]
    # In tournaments every game counts in full.
    parts = parts_in([one.game for one in shown if one.is_rated and one.tournament is None])
    shown = _with_early_ends(shown, parts)
    groups: dict[str, list[Told]] = defaultdict(list)
    for one in _with_fields(shown):
        groups[one.match].append(one)
    overrides = overrides_of([one.game for group in groups.values() for one in group if one.tournament is not None])
    groups = {key: _with_voids(group, overrides) for key, group in groups.items()}
    counting = [one for group in groups.values() for one in group if one.counts]
    outcomes = _overruled(_outcomes([one.game for one in counting], resolve, parts), overrides)
    return {key: Counted(group[0].pool, match_of(group, outcomes)) for key, group in groups.items()}


def _with_voids(told: Sequence[Told], overrides: Overrides) -> list[Told]:
    """The same, saying which count for nobody at their tables."""
    void = {game for game, one in overrides.items() if one.is_void}
    return [one._replace(is_void_at_table=one.game in void) for one in told]


def _overruled(outcomes: dict[str, list[Outcome]], overrides: Overrides) -> dict[str, list[Outcome]]:
    """How seats came out, by what counts at their tables; where no points were entered, those of the game stay."""
    return outcomes | {
        game: [
            Outcome(known.player, known.score if seat.score is None else seat.score, seat.place, seat.has_forfeited)
            for known, seat in zip(outcomes[game], one.seats, strict=True)
        ]
        for game, one in overrides.items()
        if outcomes.get(game) and not one.is_void
    }


def _with_early_ends(told: Sequence[Told], parts: Mapping[str, Parts | None]) -> list[Told]:
    """The same, saying which were left early and count for nobody."""
    return [one._replace(was_left_early=True) if parts.get(one.game, {}) is None else one for one in told]


def _with_fields(told: Sequence[Told]) -> list[Told]:
    """The same with all other runs on the same deals."""
    deals = {one.deal for one in told if one.is_run}
    alone = [one for one in told if not one.is_run]
    if not deals:
        return alone
    return alone + [one for one in _told(GameCard.objects.filter(deal__in=deals)) if one.is_run]


def match_if(
    game_id: str, result: GameResult, overridden: Overridden | None = None
) -> tuple[str, str, Match | None] | None:
    """What the match of a game, or of its deal, would be with another official result, or another one that counts at
    its table instead: its pool, its key, and the match if there would be any; None for a game that counts nowhere
    whatever comes of it."""
    told = told_of([game_id])
    if not told or not told[0].is_rated or told[0].is_hidden:
        return None
    [game] = told
    forfeits = {seat for seat, outcome in enumerate(result.seats) if outcome.forfeited}
    parts = parts_if(game_id, forfeits) if game.tournament is None else {}
    supposed = game._replace(status=result.status, was_left_early=parts is None)
    group = [one if one.game != game_id else supposed for one in _with_fields(told)]
    overrides = overrides_of([one.game for one in group if one.game != game_id and one.tournament is not None])
    overrides |= {game_id: overridden} if overridden is not None else {}
    group = _with_voids(group, overrides)
    outcomes = _outcomes([one.game for one in group], supposed_players)
    if result.seats:
        outcomes[game_id] = [
            Outcome(known.player, seat.score, seat.place, seat.forfeited, *(parts or {}).get(at, ()))
            for at, (known, seat) in enumerate(zip(outcomes[game_id], result.seats, strict=True))
        ]
    return game.pool, game.match, match_of(group, _overruled(outcomes, overrides))


def _outcomes(
    games: Sequence[str], resolve: Resolve, parts: Mapping[str, Parts | None] = {}
) -> dict[str, list[Outcome]]:
    """How the seats of games came out of them."""
    players = _players(games, resolve)
    outcomes: dict[str, list[Outcome]] = {game: [] for game in games}
    found = SeatResult.objects.filter(game__in=games).order_by("game", "seat")
    for game, seat, score, place, has_forfeited in found.values_list("game", "seat", "score", "place", "has_forfeited"):
        part = (parts.get(game) or {}).get(seat, ())
        outcomes[game].append(Outcome(players.get((game, seat)), score, place, has_forfeited, *part))
    return outcomes


def _players(games: Sequence[str], resolve: Resolve) -> dict[At, PlayerId]:
    """Who is rated for which seat."""
    seated = PlayerGame.objects.filter(game__in=games, account__isnull=False, bot="")
    accounts = {(game, seat): account for game, seat, account in seated.values_list("game", "seat", "account")}
    known = resolve(account for account in accounts.values() if account is not None)
    former = FormerSeat.objects.filter(game__in=games).values_list("game", "seat", "player")
    players = {(game, seat): player for game, seat, player in former}
    return players | {at: known[account] for at, account in accounts.items() if account in known}


def matches_under(keys: Sequence[str], resolve: Resolve = players_of) -> dict[str, Counted]:
    """What the rows of games give under some keys of games and deals."""
    on_deals = GameCard.objects.filter(deal__in=keys, tournament__isnull=False).values_list("game", flat=True)
    found = matches_of(told_of([*keys, *on_deals]), resolve)
    return {key: found[key] for key in keys if key in found}
