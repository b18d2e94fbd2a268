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
from tournaments.api import leaderboard_shapes as shapes
from tournaments.leaderboards.boards import read_cursor
from tournaments.leaderboards.choosing import AT_TABLES, LEVELS, VARIANTS, Choice, choose, choose_at_tables
from tournaments.leaderboards.periods import PERIODS
from tournaments.leaderboards.table_dice import read_mark
from tournaments.selectors import see_club
from tournaments.selectors.leaderboards import MOST, PER_PAGE, REACH, see_leaderboard, see_own
from tournaments.selectors.table_dice import about_table_dice, see_table_dice
from tournaments.selectors.telling_leaderboards import about_own, about_page

FARTHEST = 20
AT_TABLE = OpenApiParameter("variant", str, OpenApiParameter.PATH, enum=AT_TABLES)
CHOOSING = [
    OpenApiParameter("variant", str, OpenApiParameter.PATH, enum=VARIANTS),
    OpenApiParameter("period", str, enum=PERIODS, description="All time unless it is named."),
    OpenApiParameter("of", str, description="An earlier period by its name: 2026-q4, 2026-11, 2026-w47, 2026-11-16."),
    OpenApiParameter("club", str, description="Only the members of a club that you may see."),
    integer_parameter("level", "Solo scores of one level.", LEVELS[0], LEVELS[-1]),
]


class Leaderboard(APIView):
    """A leaderboard."""

    is_public = True
    throttle_scope = "looks"

    @extend_schema(
        summary="A leaderboard",
        parameters=[*CHOOSING, OpenApiParameter("cursor", str), integer_parameter("limit", "How many rows.", 1, MOST)],
        responses=shapes.Leaderboard,
    )
    def get(self, request: Request, variant: str) -> Response:
        """By rating, or by solo score; the best first. Names of private players are told to those who know them."""
        choice, club = chosen(request, variant)
        cursor = request.query_params.get("cursor")
        limit = read_number(request.query_params, "limit", 1, MOST) or PER_PAGE
        after = read_cursor(cursor) if cursor else None
        return Response(about_page(choice, see_leaderboard(choice, request_viewer(request), limit, after, club), club))


class Around(APIView):
    """Where somebody stands."""

    is_public = True
    throttle_scope = "looks"

    @extend_schema(
        operation_id="leaderboard_around",
        summary="Your place on a leaderboard",
        parameters=[*CHOOSING, integer_parameter("reach", "How many rows above and below.", 0, FARTHEST)],
        responses=shapes.Around,
    )
    def get(self, request: Request, variant: str) -> Response:
        """Your row and those around it, or how many rated games a place still takes."""
        reach = read_number(request.query_params, "reach", 0, FARTHEST)
        choice, club = chosen(request, variant)
        own = see_own(choice, request_viewer(request), REACH if reach is None else reach, club)
        if own is None:
            raise NotAuthenticated
        return Response(about_own(choice, own, club))


class TableDice(APIView):
    """A list of games with dice on the table."""

    is_public = True
    throttle_scope = "looks"

    @extend_schema(
        operation_id="table_dice",
        summary="Games with dice on the table",
        parameters=[
            AT_TABLE,
            *CHOOSING[1:],
            OpenApiParameter("cursor", str),
            integer_parameter("limit", "How many rows.", 1, MOST),
        ],
        responses=shapes.TableDice,
    )
    def get(self, request: Request, variant: str) -> Response:
        """Games, wins and best scores of public games with dice on the table, which are never rated; by wins."""
        choice, club = choose_at_tables(variant, request.query_params, now()), _club(request)
        cursor = request.query_params.get("cursor")
        limit = read_number(request.query_params, "limit", 1, MOST) or PER_PAGE
        after = read_mark(cursor) if cursor else None
        return Response(
            about_table_dice(choice, see_table_dice(choice, request_viewer(request), limit, after, club), club)
        )


def chosen(request: Request, variant: str) -> tuple[Choice, str | None]:
    """The leaderboard that an address names, and the club of it."""
    return choose(variant, request.query_params, now()), _club(request)


def _club(request: Request) -> str | None:
    club = request.query_params.get("club")
    return see_club(club, request_viewer(request)).club.pk if club else None
