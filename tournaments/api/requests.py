"""Those who ask to become members of a club, and what becomes of that."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.authentication import request_account, request_caller, request_viewer
from games.accounts.serializers import Nothing
from games.accounts.tokens import ORGANISE
from games.api.paging import NewestFirstPagination
from games.api.schema import WRITE_REFUSALS
from games.api.serializers import read_fields
from tournaments import models
from tournaments.api import shapes
from tournaments.selectors import about_member, about_request, see_requests
from tournaments.services import approve_request, ask_to_join, decline_request, withdraw_request


class ByAsking(NewestFirstPagination):
    """Pages of those who wait."""

    field = "asked_at"


class Requests(GenericAPIView[models.JoinRequest]):
    """Those who wait to be let in."""

    scope = ORGANISE
    serializer_class = shapes.Waiting
    pagination_class = ByAsking
    queryset = models.JoinRequest.objects.none()

    @extend_schema(summary="Who asks to join a club", responses=shapes.Waiting(many=True))
    def get(self, request: Request, club_id: str) -> Response:
        """For those who run it, the newest first."""
        page: Any = self.paginate_queryset(see_requests(club_id, request_viewer(request)))
        return self.get_paginated_response([about_request(asked) for asked in page])

    @extend_schema(
        summary="Ask to join a club",
        request=shapes.JoiningClub,
        responses={201: shapes.Waiting, 409: WRITE_REFUSALS[409]},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """Where those who run it decide who joins; by its link also where you do not see it. Again changes nothing."""
        said = read_fields(request.data, shapes.JoiningClub)
        asked = ask_to_join(club_id, request_caller(request), said.get("invite"))
        return Response(about_request(asked), status=201)


class OneRequest(APIView):
    """One who waits."""

    scope = ORGANISE

    @extend_schema(summary="Decline or withdraw a request to join", responses={204: None, 409: WRITE_REFUSALS[409]})
    def delete(self, request: Request, club_id: str, handle: str) -> Response:
        """Your own, or for those who run the club anybody's."""
        read_fields(request.data, Nothing)
        if request_account(request).username == handle:
            withdraw_request(club_id, request_caller(request))
        else:
            decline_request(club_id, request_caller(request), handle)
        return Response(status=204)


class Approve(APIView):
    """Letting somebody in."""

    scope = ORGANISE

    @extend_schema(
        summary="Let somebody into a club", request=Nothing, responses={200: shapes.Member, 409: WRITE_REFUSALS[409]}
    )
    def post(self, request: Request, club_id: str, handle: str) -> Response:
        """For those who run it."""
        read_fields(request.data, Nothing)
        return Response(about_member(approve_request(club_id, request_caller(request), handle)))
