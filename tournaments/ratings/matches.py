"""Which matches follow from the rows of games: as they are, or as they would be with another result.

Only deals of rounds count: a round that is played anew has other dice, and what was played with the old ones counts
nowhere any more.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.play.models import GameCard, PlayerGame, SeatResult
from games.results import GameResult
from tournaments.events.models import Round
from tournaments.ratings.abandoned import SeatParts, parts_if_abandoned, parts_in_abandoned
from tournaments.ratings.models import FormerSeat
from tournaments.ratings.outcomes import COUNTING, RatedCard, SeatOutcome, match_of
from tournaments.ratings.overrides import Overridden, overrides_of
from tournaments.ratings.players import players_of, supposed_players
from tournaments.ratings.values import Match, PlayerId
from tournaments.variants import SOLO


def is_deal_of_round() -> Exists:
    """Of the card of a game, whether its deal is that of a round."""
    return Exists(Round.objects.filter(deal=OuterRef("deal")))


def counts_nowhere() -> Q:
    """The games on shared deals that do not count: while others may still be playing there, and those of a tournament
    whose round is played anew."""
    is_set_aside = Q(tournament__isnull=False) & ~Q(is_deal_of_round())
    return Q(deal__is_shared=True) & (Q(deal__closed_at=None) | is_set_aside)


_CARD: Final = ("game", "key", "variant", "is_rated", "status", "tournament", "ended_at")
_DEAL: Final = ("deal", "deal__is_shared", "deal__closed_at")
Resolve: TypeAlias = Callable[[Iterable[int]], Mapping[int, PlayerId]]
"""Says under which ids accounts are rated."""
Overrides: TypeAlias = Mapping[str, Overridden]
"""What counts in the place of games."""
GameSeat: TypeAlias = tuple[str, int]
"""A game and a seat."""


class CountedMatch(NamedTuple):
    """What counts under a key, and in which pool."""

    pool: str
    match: Match | None


def rated_cards(games: Iterable[str]) -> list[RatedCard]:
    """What the cards of games say, without those that can never belong to a match."""
    found = _read_cards(GameCard.objects.filter(game__in=set(games)))
    return [one for one in found if one.is_run or one.variant != SOLO]


def _read_cards(cards: QuerySet[GameCard]) -> list[RatedCard]:
    rows = cards.annotate(is_dealt=is_deal_of_round()).order_by("game").values_list(*_CARD, *_DEAL, "is_dealt")
    return [RatedCard(*row) for row in rows]


def matches_from_cards(told: Sequence[RatedCard], resolve: Resolve = players_of) -> dict[str, CountedMatch]:
    """The matches to which games belong, by their keys; of games that nobody may know of yet there are none."""
    shown = [one for one in told if not one.is_hidden]
    # In tournaments every game counts in full.
    parts = parts_in_abandoned([one.game for one in shown if one.is_rated and one.tournament is None])
    shown = _with_early_ends(shown, parts)
    groups: dict[str, list[RatedCard]] = defaultdict(list)
    for one in _with_fields(shown):
        groups[one.match].append(one)
    overrides = overrides_of([one.game for group in groups.values() for one in group if one.tournament is not None])
    groups = {key: _with_voids(group, overrides) for key, group in groups.items()}
    counting = [one for group in groups.values() for one in group if one.counts]
    outcomes = _overruled(_outcomes([one.game for one in counting], resolve, parts), overrides)
    return {key: CountedMatch(group[0].pool, match_of(group, outcomes)) for key, group in groups.items()}


def _with_voids(told: Sequence[RatedCard], overrides: Overrides) -> list[RatedCard]:
    """The same, saying which count for nobody at their tables."""
    void = {game for game, one in overrides.items() if one.is_void}
    return [one._replace(is_void_at_table=one.game in void) for one in told]


def _overruled(outcomes: dict[str, list[SeatOutcome]], overrides: Overrides) -> dict[str, list[SeatOutcome]]:
    """How seats came out, by what counts at their tables; where no points were entered, those of the game stay."""
    return outcomes | {
        game: [
            SeatOutcome(known.player, known.score if seat.score is None else seat.score, seat.place, seat.has_forfeited)
            for known, seat in zip(outcomes[game], one.seats, strict=True)
        ]
        for game, one in overrides.items()
        if outcomes.get(game) and not one.is_void
    }


def _with_early_ends(told: Sequence[RatedCard], parts: Mapping[str, SeatParts | None]) -> list[RatedCard]:
    """The same, saying which were left early and count for nobody."""
    return [one._replace(was_left_early=True) if parts.get(one.game, {}) is None else one for one in told]


def _with_fields(told: Sequence[RatedCard]) -> list[RatedCard]:
    """The same with all other runs on the same deals."""
    deals = {one.deal for one in told if one.is_run}
    alone = [one for one in told if not one.is_run]
    if not deals:
        return alone
    return alone + [one for one in _read_cards(GameCard.objects.filter(deal__in=deals)) if one.is_run]


def match_if(
    game_id: str, result: GameResult, overridden: Overridden | None = None
) -> tuple[str, str, Match | None] | None:
    """What the match of a game, or of its deal, would be with another official result, or another one that counts at
    its table instead: its pool, its key, and the match if there would be any; None for a game that counts nowhere
    whatever comes of it."""
    told = rated_cards([game_id])
    if not told or not told[0].is_rated or told[0].is_hidden:
        return None
    [game] = told
    forfeits = {seat for seat, outcome in enumerate(result.seats) if outcome.forfeited}
    parts = parts_if_abandoned(game_id, forfeits) if game.tournament is None else {}
    supposed = game._replace(status=result.status, was_left_early=parts is None)
    group = [one if one.game != game_id else supposed for one in _with_fields(told)]
    overrides = overrides_of([one.game for one in group if one.game != game_id and one.tournament is not None])
    overrides |= {game_id: overridden} if overridden is not None else {}
    group = _with_voids(group, overrides)
    outcomes = _outcomes([one.game for one in group], supposed_players)
    if result.seats:
        outcomes[game_id] = [
            SeatOutcome(known.player, seat.score, seat.place, seat.forfeited, *(parts or {}).get(at, ()))
            for at, (known, seat) in enumerate(zip(outcomes[game_id], result.seats, strict=True))
        ]
    return game.pool, game.match, match_of(group, _overruled(outcomes, overrides))


def _outcomes(
    games: Sequence[str], resolve: Resolve, parts: Mapping[str, SeatParts | None] = {}
) -> dict[str, list[SeatOutcome]]:
    """How the seats of games came out of them."""
    players = _players(games, resolve)
    outcomes: dict[str, list[SeatOutcome]] = {game: [] for game in games}
    found = SeatResult.objects.filter(game__in=games).order_by("game", "seat")
    for game, seat, score, place, has_forfeited in found.values_list("game", "seat", "score", "place", "has_forfeited"):
        part = (parts.get(game) or {}).get(seat, ())
        outcomes[game].append(SeatOutcome(players.get((game, seat)), score, place, has_forfeited, *part))
    return outcomes


def _players(games: Sequence[str], resolve: Resolve) -> dict[GameSeat, PlayerId]:
    """Who is rated for which seat."""
    seated = PlayerGame.objects.filter(game__in=games, account__isnull=False, bot="")
    accounts = {(game, seat): account for game, seat, account in seated.values_list("game", "seat", "account")}
    known = resolve(account for account in accounts.values() if account is not None)
    former = FormerSeat.objects.filter(game__in=games).values_list("game", "seat", "player")
    players = {(game, seat): player for game, seat, player in former}
    return players | {at: known[account] for at, account in accounts.items() if account in known}


def derived_matches(keys: Sequence[str], resolve: Resolve = players_of) -> dict[str, CountedMatch]:
    """What the rows of games give under some keys of games and deals."""
    on_deals = GameCard.objects.filter(deal__in=keys, tournament__isnull=False).values_list("game", flat=True)
    found = matches_from_cards(rated_cards([*keys, *on_deals]), resolve)
    return {key: found[key] for key in keys if key in found}


GAMES_AT_ONCE: Final = 500


def rated_games() -> Iterator[Sequence[str]]:
    """All rated games that have come to a result which counts, some at a time; those on one shared deal together,
    because they are compared with each other."""
    rated = GameCard.objects.filter(is_rated=True, status__in=COUNTING)
    on_deals = rated.filter(deal__is_shared=True)
    last = ""
    while games := _next_games(rated.exclude(pk__in=on_deals.values("pk")), last):
        yield games
        last = games[-1]
    for deal in list(on_deals.order_by("deal").values_list("deal", flat=True).distinct()):
        yield list(on_deals.filter(deal=deal).order_by("pk").values_list("pk", flat=True))


def _next_games(cards: QuerySet[GameCard], last: str) -> list[str]:
    return list(cards.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:GAMES_AT_ONCE])
