"""Leaderboards: pages of them, what is around whoever asks, and lists of games with dice on the table."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.authentication import request_viewer
from games.api.schema import integer_parameter
from games.api.serializers import read_number
from games.clock.site_time import now
from tournaments.clubs.selectors import see_club
from tournaments.ratings.leaderboards import serializers as shapes
from tournaments.ratings.leaderboards.board import read_cursor
from tournaments.ratings.leaderboards.filters import (
    LEVELS,
    TABLE_DICE_VARIANTS,
    VARIANTS,
    BoardFilter,
    parse_filter,
    parse_table_dice_filter,
)
from tournaments.ratings.leaderboards.periods import PERIODS
from tournaments.ratings.leaderboards.selectors import (
    MOST,
    PER_PAGE,
    REACH,
    see_leaderboard,
    see_own_place,
    see_table_dice,
    table_dice_as_json,
)
from tournaments.ratings.leaderboards.serializers import own_place_as_json, page_as_json
from tournaments.ratings.leaderboards.table_dice import read_table_dice_cursor

FARTHEST = 20
TABLE_DICE_VARIANT = OpenApiParameter("variant", str, OpenApiParameter.PATH, enum=TABLE_DICE_VARIANTS)
FILTER_PARAMETERS = [
    OpenApiParameter("variant", str, OpenApiParameter.PATH, enum=VARIANTS),
    OpenApiParameter("period", str, enum=PERIODS, description="All time unless it is named."),
    OpenApiParameter("of", str, description="An earlier period by its name: 2026-q4, 2026-11, 2026-w47, 2026-11-16."),
    OpenApiParameter("club", str, description="Only the members of a club that you may see."),
    integer_parameter("level", "Solo scores of one level.", LEVELS[0], LEVELS[-1]),
]


class LeaderboardView(APIView):
    """A leaderboard."""

    is_public = True
    throttle_scope = "looks"

    @extend_schema(
        summary="A leaderboard",
        parameters=[
            *FILTER_PARAMETERS,
            OpenApiParameter("cursor", str),
            integer_parameter("limit", "How many rows.", 1, MOST),
        ],
        responses=shapes.LeaderboardSerializer,
    )
    def get(self, request: Request, variant: str) -> Response:
        """By rating, or by solo score; the best first. Names of private players are told to those who know them."""
        choice, club = filter_and_club(request, variant)
        cursor = request.query_params.get("cursor")
        limit = read_number(request.query_params, "limit", 1, MOST) or PER_PAGE
        after = read_cursor(cursor) if cursor else None
        return Response(
            page_as_json(choice, see_leaderboard(choice, request_viewer(request), limit, after, club), club)
        )


class AroundView(APIView):
    """Where somebody stands."""

    is_public = True
    throttle_scope = "looks"

    @extend_schema(
        operation_id="leaderboard_around",
        summary="Your place on a leaderboard",
        parameters=[*FILTER_PARAMETERS, integer_parameter("reach", "How many rows above and below.", 0, FARTHEST)],
        responses=shapes.AroundSerializer,
    )
    def get(self, request: Request, variant: str) -> Response:
        """Your row and those around it, or how many rated games a place still takes."""
        reach = read_number(request.query_params, "reach", 0, FARTHEST)
        choice, club = filter_and_club(request, variant)
        own = see_own_place(choice, request_viewer(request), REACH if reach is None else reach, club)
        if own is None:
            raise NotAuthenticated
        return Response(own_place_as_json(choice, own, club))


class TableDiceView(APIView):
    """A list of games with dice on the table."""

    is_public = True
    throttle_scope = "looks"

    @extend_schema(
        operation_id="table_dice",
        summary="Games with dice on the table",
        parameters=[
            TABLE_DICE_VARIANT,
            *FILTER_PARAMETERS[1:],
            OpenApiParameter("cursor", str),
            integer_parameter("limit", "How many rows.", 1, MOST),
        ],
        responses=shapes.TableDiceSerializer,
    )
    def get(self, request: Request, variant: str) -> Response:
        """Games, wins and best scores of public games with dice on the table, which are never rated; by wins."""
        choice, club = parse_table_dice_filter(variant, request.query_params, now()), _club(request)
        cursor = request.query_params.get("cursor")
        limit = read_number(request.query_params, "limit", 1, MOST) or PER_PAGE
        after = read_table_dice_cursor(cursor) if cursor else None
        return Response(
            table_dice_as_json(choice, see_table_dice(choice, request_viewer(request), limit, after, club), club)
        )


def filter_and_club(request: Request, variant: str) -> tuple[BoardFilter, str | None]:
    """The leaderboard that an address names, and the club of it."""
    return parse_filter(variant, request.query_params, now()), _club(request)


def _club(request: Request) -> str | None:
    club = request.query_params.get("club")
    return see_club(club, request_viewer(request)).club.pk if club else None
