"""Solo runs of players, fields on shared dice, and playing such dice again."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.authentication import request_account_or_none, request_caller, request_viewer
from games.accounts.profiles import find_player
from games.accounts.tokens import PLAY
from games.api.schema import WRITE_REFUSALS
from games.api.serializers import Command, Receipt, read_fields
from tournaments.events.api.tournaments import INVITE, PAGE, page_number_in
from tournaments.ratings.solo import serializers as shapes
from tournaments.ratings.solo.deals import play_deal_again
from tournaments.ratings.solo.selectors import (
    field_as_json,
    luck_and_skill_of_account,
    see_deal,
    statistics_of_account,
    summary_as_json,
)
from tournaments.ratings.solo.serializers import statistics_as_json


class SoloOf(APIView):
    """The solo runs of somebody."""

    is_public = True

    @extend_schema(summary="Solo runs of a player", responses=shapes.SoloFiguresSerializer)
    def get(self, request: Request, handle: str) -> Response:
        """Best, mean, titles, levels and streaks of their rated runs; and how they did on dice shared with others."""
        account = find_player(handle, request_account_or_none(request)).pk
        same_dice = summary_as_json(luck_and_skill_of_account(account))
        return Response({**statistics_as_json(statistics_of_account(account)), "same_dice": same_dice})


class FieldOf(APIView):
    """The field of a closed deal."""

    is_public = True

    @extend_schema(
        operation_id="deal_field",
        summary="Everybody on the same dice",
        parameters=[INVITE, PAGE],
        responses=shapes.FieldOnDiceSerializer,
    )
    def get(self, request: Request, deal_id: str) -> Response:
        """The runs of a closed round, the best first, and how kind its dice were."""
        return Response(field_as_json(see_deal(deal_id, request_viewer(request)), page_number_in(request)))


class PlayAgain(APIView):
    """A closed deal, for fun."""

    scope = PLAY
    throttle_scope = "commands"

    @extend_schema(
        operation_id="deal_again",
        summary="Play dice again",
        parameters=[INVITE],
        request=Command,
        responses={201: Receipt, **WRITE_REFUSALS},
    )
    def post(self, request: Request, deal_id: str) -> Response:
        """Begin a game of your own on the dice of a closed round; it is unrated and part of no tournament."""
        said = read_fields(request.data, Command)
        made = play_deal_again(deal_id, request_viewer(request), request_caller(request), said["command_id"])
        return Response(made._asdict(), status=201)
