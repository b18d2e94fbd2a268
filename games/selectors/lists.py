"""Lists of games, from the projections: what everybody may see, and what is one's own."""

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import GameCard, PlayerGame
from games.services.callers import PUBLIC


def public_games(status: str | None = None) -> QuerySet[GameCard]:
    """The games that everybody may see, newest first; those on a shared deal only once it is closed."""
    is_open_deal = Q(deal__is_shared=True, deal__closed_at=None)
    cards = GameCard.objects.filter(visibility=PUBLIC).exclude(is_open_deal).order_by("-created_at", "-pk")
    return cards if status is None else cards.filter(status=status)


def games_of(account: int) -> QuerySet[GameCard]:
    """The games in which an account has a seat, newest first."""
    own = PlayerGame.objects.filter(game=OuterRef("pk"), account=account)
    return GameCard.objects.filter(Exists(own)).order_by("-created_at", "-pk")


def turns_of(account: int) -> QuerySet[PlayerGame]:
    """The seats of an account that must act now, the most urgent first."""
    shifted = F("game__awaited").bitrightshift(F("seat"))  # type: ignore[arg-type]  # a column is fine too
    is_awaited = shifted.bitand(1)
    seats = PlayerGame.objects.filter(account=account, game__awaited__gt=0).alias(is_awaited=is_awaited)
    urgent = F("game__due_at").asc(nulls_last=True)
    return seats.filter(is_awaited=1).select_related("game").order_by(urgent, "game")
