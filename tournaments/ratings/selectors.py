"""Ratings and ledgers of players: how somebody stands, and line by line what each match did to that.

A rating is everybody's to see who sees the profile, and so is by how much a match has changed it. Which game that was,
and against whom, only they learn who may see the game.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import BooleanField, Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL

from engine.protocol import Json
from games.accounts.callers import Viewer
from games.accounts.models import Account
from games.accounts.name_visibility import known_by_name
from games.extension import CLUB_MANAGERS
from games.play.cards import players_of
from games.play.models import GameCard, PlayerGame
from games.play.setup import PUBLIC
from tournaments.clubs.models import Membership
from tournaments.events.selectors.rounds import overridden_among
from tournaments.ratings.leaderboards.periods import PROVISIONAL
from tournaments.ratings.models import LedgerEntry, RatedPlayer, Rating, RatingPool, SoloRun
from tournaments.ratings.pools import RATED, no_such_pool, pool_of
from tournaments.ratings.values import PlayerId, Skill
from tournaments.variants import DUPLICATE

RATED_POOLS: Final = {variant: pool_of(variant) for variant in RATED}
"""The pools in which people have a rating, by the last part of their keys."""
_ENTRY_KEY: Final = ", ".join(
    f"tournaments_ledgerentry.{name}" for name in ("pool", "generation", "at", "match", "player_id")
)
_THEIRS: Final = (
    f"({_ENTRY_KEY}) IN (SELECT seat.pool, pool.generation, seat.at, seat.match, seat.player_id"  # noqa: S608
    " FROM tournaments_ratedseat seat JOIN tournaments_ratingpool pool ON pool.key = seat.pool"
    " WHERE seat.player_id = %s AND seat.pool IN ({pools}))"
)
"""The entries of a player in the generations that are shown, by where they sat: the ledger is kept in the order of its
matches."""


class LedgerLine(NamedTuple):
    """A match and what it did to somebody's rating."""

    at: datetime
    """When it ended; only the day, if the viewer may not see the game."""
    variant: str
    match: str
    """The key of the match; not to be shown where the game is not."""
    game: str | None
    """The game, or the player's own run on the deal; None if the viewer may not see it."""
    opponents: list[Json]
    """Who else sat there, if the viewer may see the game, without the names of those whom they may not know; on a deal
    that everybody plays nobody is named."""
    place: int
    field: int
    before: Skill
    after: Skill
    is_overridden: bool = False
    """Whether an organiser has put another result in the place of that game, if the viewer may see it."""

    @property
    def change(self) -> int:
        """By how much the number that people see has changed."""
        return self.after.shown - self.before.shown


def player_with(account: int) -> str | None:
    """The id under which an account is rated, None if it never was."""
    return RatedPlayer.objects.filter(account=account).values_list("pk", flat=True).first()


def ledger_of(player: str | None, *variants: str) -> QuerySet[LedgerEntry]:
    """What stands in the ledger of a player, in the generation that is shown, the newest first; of some pools or all.

    The generation is looked up in the same statement: between two of them another one may take its place.
    """
    pools = [RATED_POOLS[variant] for variant in variants or RATED]
    places = ", ".join(["%s"] * len(pools))
    is_theirs = RawSQL(_THEIRS.format(pools=places), [player, *pools], output_field=BooleanField())  # noqa: S611
    return LedgerEntry.objects.filter(is_theirs).order_by("-at", "-match")


def lines_of(entries: Sequence[LedgerEntry], owner: Account, viewer: Viewer) -> list[LedgerLine]:
    """Entries as a viewer may see them, in a few queries however many."""
    games = _games_behind(entries, owner, viewer)
    tables = _opponents_in([game for match, game in games.items() if match == game], owner, viewer)
    overridden = overridden_among(games.values())
    lines = [_line(entry, games.get(entry.match), tables.get(entry.match, [])) for entry in entries]
    return [line._replace(is_overridden=line.game in overridden) for line in lines]


def _line(entry: LedgerEntry, game: str | None, opponents: list[Json]) -> LedgerLine:
    return LedgerLine(
        at=entry.at if game is not None else day_of(entry.at),
        variant=entry.pool.rpartition("/")[2],
        match=entry.match,
        game=game,
        opponents=opponents,
        place=entry.place,
        field=entry.field,
        before=Skill(entry.mu_before, entry.sigma_before, entry.games - 1),
        after=Skill(entry.mu_after, entry.sigma_after, entry.games),
    )


def day_of(at: datetime) -> datetime:
    """The beginning of a day. The very moment at which a game has ended would tell who else has played it, as it stands
    in their ledgers too."""
    return at.replace(hour=0, minute=0, second=0, microsecond=0)


def _games_behind(entries: Iterable[LedgerEntry], owner: Account, viewer: Viewer) -> dict[str, str]:
    """The games of matches by their keys, as far as the viewer may see them."""
    matches = [(entry.pool == RATED_POOLS[DUPLICATE], entry.match) for entry in entries]
    deals = {match for is_deal, match in matches if is_deal}
    tables = {match for is_deal, match in matches if not is_deal}
    seen = visible_games(viewer)
    found = {game: game for game in seen.filter(pk__in=tables).values_list("pk", flat=True)} if tables else {}
    if deals:
        # Whoever plays a closed deal again for fun has further games on it; those are not rated.
        runs = seen.filter(deal__in=deals, is_rated=True, game__players__account=owner)
        found.update((deal, game) for deal, game in runs.values_list("deal", "pk") if deal is not None)
    return found


def visible_games(viewer: Viewer) -> QuerySet[GameCard]:
    """The games that a viewer may look into without a link in hand; those on a shared deal once it is closed."""
    is_seen = Q() if viewer.is_auditor else Q(visibility=PUBLIC)
    if viewer.account is not None and not viewer.is_auditor:
        seats = PlayerGame.objects.filter(game=OuterRef("pk"), account=viewer.account)
        clubs = Membership.objects.filter(account=viewer.account, role__in=CLUB_MANAGERS)
        is_seen |= Q(Exists(seats)) | Q(club__in=clubs.values("club"))
    return GameCard.objects.filter(is_seen).exclude(deal__is_shared=True, deal__closed_at=None)


def _opponents_in(games: Collection[str], owner: Account, viewer: Viewer) -> dict[str, list[Json]]:
    """Who sits in some games besides somebody, by game; whom the viewer may not know by name has none."""
    if not games:
        return {}
    seated: dict[str, list[PlayerGame]] = {}
    for seat in PlayerGame.objects.filter(game__in=games).select_related("account"):
        if seat.account_id != owner.pk:
            seated.setdefault(seat.game_id, []).append(seat)
    known = known_by_name({seat.account for seats in seated.values() for seat in seats}, viewer)
    return {game: players_of(seats, known) for game, seats in seated.items()}


_EXPORTED_RUN: Final = ("game", "key", "level", "score", "rated", "is_complete", "ended_at")
_EXPORTED_FIGURES: Final = ("mu_before", "sigma_before", "mu_after", "sigma_after")
_EXPORTED_ENTRY: Final = ("pool", "at", "match", "place", "field", *_EXPORTED_FIGURES, "games")


class PoolRating(NamedTuple):
    """How somebody stands in a pool."""

    pool: str
    skill: Skill
    at: datetime
    """When the last match that counts ended."""

    @property
    def is_provisional(self) -> bool:
        """Whether it is known from a few matches only."""
        return self.skill.games < PROVISIONAL


def ratings_of(player: PlayerId) -> list[PoolRating]:
    """How somebody stands in every pool that pages and programs can ask for, as far as they have played there."""
    return [rating for rating in every_rating_of(player) if rating.pool in RATED_POOLS.values()]


def every_rating_of(player: PlayerId) -> list[PoolRating]:
    """How somebody stands in every pool in which they have played, whatever game it is of."""
    generations = dict(RatingPool.objects.values_list("key", "generation"))
    found = Rating.objects.filter(pool__in=generations, generation__in={*generations.values()}, player=player)
    return [
        PoolRating(row.pool, Skill(row.mu, row.sigma, row.games), row.at)
        for row in found.order_by("pool")
        if generations[row.pool] == row.generation
    ]


def skills_in(pool: str, players: Iterable[PlayerId]) -> dict[PlayerId, Skill]:
    """How some players stand in a pool, as far as they have played there."""
    found = Rating.objects.filter(pool=pool, generation=generation_of(pool), player__in=list(players))
    return {
        player: Skill(mu, sigma, games)
        for player, mu, sigma, games in found.values_list("player", "mu", "sigma", "games")
    }


def generation_of(pool: str) -> int:
    """The generation that a pool shows."""
    return RatingPool.objects.filter(pk=pool).values_list("generation", flat=True).first() or 0


def export_ratings(account: int) -> Json:
    """What is stored about an account in ratings and in the solo table: the id under which it is rated, how it stands,
    what every match has done to that, and its runs."""
    player = player_with(account)
    runs = SoloRun.objects.filter(player=player).order_by("ended_at", "game")
    return {
        "rated_as": player,
        "ratings": [_rating_to_export(rating) for rating in every_rating_of(player)] if player is not None else [],
        "rating_ledger": _rows_to_export(ledger_of(player).order_by("at", "match"), *_EXPORTED_ENTRY),
        "solo_runs": _rows_to_export(runs, *_EXPORTED_RUN),
    }


def _rating_to_export(rating: PoolRating) -> Json:
    return {"pool": rating.pool, **rating.skill._asdict(), "at": rating.at.isoformat()}


def _rows_to_export(found: QuerySet[Any], *names: str) -> list[Json]:
    return [{name: _value_to_export(value) for name, value in row.items()} for row in found.values(*names)]


def _value_to_export(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def variant_of(rating: PoolRating) -> str:
    """The last part of the key of a rating's pool."""
    return rating.pool.rpartition("/")[2]


def rated_variant(name: str, ratings: list[PoolRating] | None = None) -> str:
    """The kind of games whose ratings are asked for, refused if there are none; the first if none is named."""
    if not name:
        known = [variant_of(rating) for rating in ratings or []]
        return known[0] if known else RATED[0]
    if name not in RATED_POOLS:
        raise no_such_pool(name)
    return name


MOST_LINES: Final = 10_000
"""How many lines a download has at most, the newest; the interface gives them all, page by page."""
LINES_AT_ONCE: Final = 500


def lines_for_download(shown: Account, variant: str, viewer: Viewer) -> Iterator[LedgerLine]:
    """The ledger of somebody in one pool for a download, the newest first."""
    entries = list(ledger_of(player_with(shown.pk), variant)[:MOST_LINES])
    for first in range(0, len(entries), LINES_AT_ONCE):
        yield from lines_of(entries[first : first + LINES_AT_ONCE], shown, viewer)
