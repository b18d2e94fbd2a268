"""Ratings: how somebody stands, and everything that is stored about that, for themselves."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet

from engine.protocol import Json
from tournaments.leaderboards.periods import PROVISIONAL
from tournaments.models import Rating, RatingPool, SoloRun
from tournaments.ratings.values import PlayerId, Skill
from tournaments.selectors.ledgers import POOLS, ledger_of, player_with

_RUN: Final = ("game", "key", "level", "score", "rated", "is_complete", "ended_at")
_FIGURES: Final = ("mu_before", "sigma_before", "mu_after", "sigma_after")
_ENTRY: Final = ("pool", "at", "match", "place", "field", *_FIGURES, "games")


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
    return [rating for rating in every_rating_of(player) if rating.pool in POOLS.values()]


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
        "ratings": [_told(rating) for rating in every_rating_of(player)] if player is not None else [],
        "rating_ledger": _rows(ledger_of(player).order_by("at", "match"), *_ENTRY),
        "solo_runs": _rows(runs, *_RUN),
    }


def _told(rating: PoolRating) -> Json:
    return {"pool": rating.pool, **rating.skill._asdict(), "at": rating.at.isoformat()}


def _rows(found: QuerySet[Any], *names: str) -> list[Json]:
    return [{name: _plain(value) for name, value in row.items()} for row in found.values(*names)]


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
