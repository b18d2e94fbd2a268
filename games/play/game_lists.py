"""By what lists of games are narrowed down.

Lists of games, from the projections: what everybody may see, and what is one's own.
"""

from collections.abc import Collection

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django_filters import rest_framework as filters

from engine.dice import TABLE
from engine.result import VOIDED
from games.accounts.callers import Viewer
from games.accounts.models import Actor
from games.extension import CLUB_MANAGERS, CLUB_SCOREKEEPERS, role_in
from games.play.models import GameCard, PlayerGame
from games.play.setup import PUBLIC
from games.statuses import OPEN, STATUSES


class GameFilter(filters.FilterSet):
    """What a list of games may be asked for."""

    status = filters.ChoiceFilter(choices=[(status, status) for status in (*STATUSES, VOIDED)])
    key = filters.CharFilter(max_length=20, label="The game, as records name it.")
    variant = filters.CharFilter(max_length=20)
    rated = filters.BooleanFilter(field_name="is_rated")
    free = filters.BooleanFilter(method="by_free_seats", label="Whether a seat is still free.")

    class Meta:
        model = GameCard
        fields = ("status", "key", "variant", "rated", "free")

    def by_free_seats(self, games: QuerySet[GameCard], name: str, value: bool) -> QuerySet[GameCard]:
        """The games that somebody can still join, or the others."""
        is_free = Q(status=OPEN, free_seats__gt=0)
        return games.filter(is_free) if value else games.exclude(is_free)


def public_games(status: str | None = None) -> QuerySet[GameCard]:
    """The games that everybody may see, newest first; those on a shared deal only once it is closed."""
    is_open_deal = Q(deal__is_shared=True, deal__closed_at=None)
    cards = GameCard.objects.filter(visibility=PUBLIC).exclude(is_open_deal).order_by("-created_at", "-pk")
    return cards if status is None else cards.filter(status=status)


def public_games_of(account: int) -> QuerySet[GameCard]:
    """The games in which an account has a seat and that everybody may see, newest first."""
    own = PlayerGame.objects.filter(game=OuterRef("pk"), account=account)
    return public_games().filter(Exists(own))


def games_of(account: int) -> QuerySet[GameCard]:
    """The games in which an account has a seat, or one is kept for it, newest first."""
    # Asked for first: whoever sits somewhere is known to the game's log, and an index finds those few games.
    known = GameCard.objects.filter(pk__in=Actor.objects.filter(account=account).values("game"))
    return known.filter(_has_seat(account)).order_by("-created_at", "-pk")


def _has_seat(account: int) -> Q:
    """The games in which an account sits, and those of tournaments that it has not sat down in yet."""
    seated = PlayerGame.objects.filter(game=OuterRef("pk"), account=account)
    return Q(Exists(seated)) | seat_reserved_for(account)


def seat_reserved_for(account: int) -> Q:
    """The games that have not begun and in which a tournament keeps a seat for an account, taken or not.

    Before its start the log of such a game knows nobody else.
    """
    expected = Actor.objects.filter(game=OuterRef("pk"), account=account)
    return Q(Exists(expected), status=OPEN, tournament__isnull=False)


def club_games(club: str, viewer: Viewer) -> QuerySet[GameCard]:
    """The games of a club that a viewer may see, newest first; into each of them `see_page` lets them look."""
    is_seen = _visible_to_role(role_in(viewer.account, club), viewer) & ~Q(deal__is_shared=True, deal__closed_at=None)
    if viewer.account is not None:
        is_seen |= _has_seat(viewer.account)
    return GameCard.objects.filter(is_seen, club=club).order_by("-created_at", "-pk")


def _visible_to_role(role: str | None, viewer: Viewer) -> Q:
    """The games of a club that somebody with this role in it may see without playing in them."""
    if role in CLUB_MANAGERS or viewer.is_auditor:
        return Q()
    return Q(visibility=PUBLIC) | Q(dice=TABLE) if role in CLUB_SCOREKEEPERS else Q(visibility=PUBLIC)


def turns_of(account: int) -> QuerySet[PlayerGame]:
    """The seats of an account that must act now, the most urgent first."""
    return turns_of_all([account])


def turns_of_all(accounts: Collection[int]) -> QuerySet[PlayerGame]:
    """The seats of some accounts that must act now, the most urgent first."""
    shifted = F("game__awaited").bitrightshift(F("seat"))  # type: ignore[arg-type]  # a column is fine too
    is_awaited = shifted.bitand(1)
    seats = PlayerGame.objects.filter(account__in=accounts, game__awaited__gt=0).alias(is_awaited=is_awaited)
    urgent = F("game__due_at").asc(nulls_last=True)
    return seats.filter(is_awaited=1).select_related("game").order_by(urgent, "game")


def games_awaiting(account: int) -> QuerySet[GameCard]:
    """The games in which an account must act now, newest first."""
    own = turns_of(account).filter(game=OuterRef("pk"))
    return GameCard.objects.filter(Exists(own)).order_by("-created_at", "-pk")
