"""Clubs: lists of them, new ones, and one with what is said of it."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.authentication import request_caller, request_viewer
from games.accounts.serializers import Nothing
from games.accounts.tokens import ORGANISE
from games.api.paging import NewestFirstPagination
from games.api.schema import WRITE_REFUSALS, integer_parameter
from games.api.serializers import read_fields, read_number
from tournaments import models
from tournaments.api import shapes
from tournaments.selectors import about_club, as_seen, clubs_of, clubs_seen_by, see_club
from tournaments.services import change_club, create_club, delete_club


def answer_club(request: Request, club_id: str, status: int = 200) -> Response:
    """A club as whoever asks sees it now."""
    return Response(about_club(see_club(club_id, request_viewer(request))), status=status)


class Clubs(GenericAPIView[models.Club]):
    """The clubs that you may see."""

    is_public = True
    scope = ORGANISE
    serializer_class = shapes.Club
    pagination_class = NewestFirstPagination
    queryset = models.Club.objects.none()

    def get_queryset(self) -> QuerySet[models.Club]:
        """One's own, or these and all that are public."""
        who = request_viewer(self.request)
        if not read_number(self.request.query_params, "mine", 0, 1):
            return clubs_seen_by(who)
        if who.account is None:
            raise NotAuthenticated
        return clubs_of(who)

    @extend_schema(
        summary="Lists of clubs",
        parameters=[integer_parameter("mine", "1 for those of which you are a member.", 0, 1)],
        responses=shapes.Club(many=True),
    )
    def get(self, request: Request) -> Response:
        """Clubs that everybody may see and your own, the newest first."""
        page: Any = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response([about_club(seen) for seen in as_seen(page, request_viewer(request))])

    @extend_schema(
        summary="Found a club",
        request=shapes.FoundingClub,
        responses={201: shapes.Club, 409: WRITE_REFUSALS[409]},
    )
    def post(self, request: Request) -> Response:
        """You own it; others join by its link."""
        made = create_club(request_caller(request), **read_fields(request.data, shapes.FoundingClub))
        return answer_club(request, made.pk, 201)


class OneClub(APIView):
    """One club."""

    is_public = True
    scope = ORGANISE

    @extend_schema(summary="One club", responses=shapes.Club)
    def get(self, request: Request, club_id: str) -> Response:
        """What is said of it; its link too if you run it."""
        return answer_club(request, club_id)

    @extend_schema(
        summary="Change a club",
        request=shapes.ChangingClub,
        responses={200: shapes.Club, 409: WRITE_REFUSALS[409]},
    )
    def patch(self, request: Request, club_id: str) -> Response:
        """For those who run it."""
        change_club(club_id, request_caller(request), read_fields(request.data, shapes.ChangingClub))
        return answer_club(request, club_id)

    @extend_schema(summary="End a club", responses={204: None, 409: WRITE_REFUSALS[409]})
    def delete(self, request: Request, club_id: str) -> Response:
        """For its owner, when there is nobody else in it; its games stay."""
        read_fields(request.data, Nothing)
        delete_club(club_id, request_caller(request))
        return Response(status=204)
