"""By what lists of games are narrowed down."""

from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters

from engine.result import VOIDED
from games.models import GameCard
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
