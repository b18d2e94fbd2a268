"""Pages of ledgers.

Ratings of players: how they stand, every change, and how they have done against each other.
"""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.authentication import request_account_or_none, request_viewer
from games.accounts.profiles import find_player
from games.api.paging import NewestFirstPagination
from tournaments.ratings import serializers as shapes
from tournaments.ratings.head_to_head import score_against
from tournaments.ratings.models import LedgerEntry
from tournaments.ratings.selectors import ledger_of, lines_of, player_with, rated_variant, ratings_of
from tournaments.ratings.serializers import change_as_json, head_to_head_as_json, rating_as_json


class LedgerPages(NewestFirstPagination):
    """Pages of a ledger in the order in which matches count; ids of its rows change whenever ratings are made anew."""

    field = "at"
    tie = "match"


class RatingsOf(APIView):
    """The ratings of somebody."""

    is_public = True

    @extend_schema(summary="Ratings of a player", responses=shapes.RatingsSerializer)
    def get(self, request: Request, handle: str) -> Response:
        """One for each kind of rated games that they have played."""
        player = player_with(find_player(handle, request_account_or_none(request)).pk)
        ratings = ratings_of(player) if player is not None else []
        return Response({"ratings": [rating_as_json(rating) for rating in ratings]})


class LedgerOf(GenericAPIView[LedgerEntry]):
    """Every change of one rating of somebody."""

    is_public = True
    serializer_class = shapes.RatingChangeSerializer
    pagination_class = LedgerPages
    queryset = LedgerEntry.objects.none()

    @extend_schema(
        summary="Changes of a rating",
        parameters=[OpenApiParameter("variant", str, OpenApiParameter.PATH, description="Which kind of games.")],
        responses=shapes.RatingChangeSerializer(many=True),
    )
    def get(self, request: Request, handle: str, variant: str) -> Response:
        """The newest first; which game it was, and against whom, only if you may see the game."""
        shown = find_player(handle, request_account_or_none(request))
        page: Any = self.paginate_queryset(ledger_of(player_with(shown.pk), rated_variant(variant)))
        return self.get_paginated_response(
            [change_as_json(line) for line in lines_of(page, shown, request_viewer(request))]
        )


class AgainstOther(APIView):
    """How one player has done against another."""

    is_public = True

    @extend_schema(summary="Head to head", responses=shapes.HeadToHeadSerializer)
    def get(self, request: Request, handle: str, other: str) -> Response:
        """From the games that everybody may see; from all of them if you are one of the two."""
        asker = request_account_or_none(request)
        return Response(
            head_to_head_as_json(score_against(find_player(handle, asker), find_player(other, asker), asker))
        )
