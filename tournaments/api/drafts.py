"""Who is to play in a season that is being drafted."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.authentication import request_caller
from games.accounts.serializers import Nothing
from games.accounts.tokens import ORGANISE
from games.api.schema import WRITE_REFUSALS
from games.api.serializers import read_fields
from tournaments.api import league_shapes as shapes
from tournaments.api.leagues import answer_season
from tournaments.services import assign, assign_members, move_assigned, remove_assigned


class Players(APIView):
    """The players of a draft."""

    scope = ORGANISE

    @extend_schema(
        summary="Put somebody into a division",
        request=shapes.AssigningPlayer,
        responses={201: shapes.Season, 409: WRITE_REFUSALS[409], 422: WRITE_REFUSALS[422]},
    )
    def post(self, request: Request, league_id: str, number: int) -> Response:
        """For those who run the club: a member, a person without an account, or a bot, behind those who are there."""
        assign(league_id, number, request_caller(request), **read_fields(request.data, shapes.AssigningPlayer))
        return answer_season(request, league_id, number, 201)


class AllMembers(APIView):
    """All members at once."""

    scope = ORGANISE

    @extend_schema(
        summary="Put all members into divisions",
        request=Nothing,
        responses={200: shapes.Filled, 409: WRITE_REFUSALS[409]},
    )
    def post(self, request: Request, league_id: str, number: int) -> Response:
        """For those who run the club: whoever is not in the draft yet, in divisions filled from the top."""
        read_fields(request.data, Nothing)
        return Response({"added": assign_members(league_id, number, request_caller(request))})


class OnePlayer(APIView):
    """One player of a draft."""

    scope = ORGANISE

    @extend_schema(
        summary="Move somebody in a draft",
        request=shapes.MovingPlayer,
        responses={200: shapes.Season, 409: WRITE_REFUSALS[409], 422: WRITE_REFUSALS[422]},
    )
    def patch(self, request: Request, league_id: str, number: int, player: int) -> Response:
        """For those who run the club."""
        move_assigned(
            league_id, number, request_caller(request), player, **read_fields(request.data, shapes.MovingPlayer)
        )
        return answer_season(request, league_id, number)

    @extend_schema(summary="Take somebody out of a draft", responses={204: None, 409: WRITE_REFUSALS[409]})
    def delete(self, request: Request, league_id: str, number: int, player: int) -> Response:
        """For those who run the club."""
        read_fields(request.data, Nothing)
        remove_assigned(league_id, number, request_caller(request), player)
        return Response(status=204)
