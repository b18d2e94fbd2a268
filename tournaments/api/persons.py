"""People without an account whom a club knows, and how they make their account's what is theirs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.authentication import request_caller, request_viewer
from games.accounts.serializers import Nothing
from games.accounts.tokens import ORGANISE
from games.api.paging import NewestFirstPagination
from games.api.schema import WRITE_REFUSALS
from games.api.serializers import read_fields
from tournaments import models
from tournaments.api import shapes
from tournaments.api.clubs import answer_club
from tournaments.selectors import about_persons, see_club, see_person, see_persons
from tournaments.services import add_person, claim_person, end_claim_link, make_claim_link, remove_person, rename_person


class ByAdding(NewestFirstPagination):
    """Pages of people."""

    field = "added_at"


class Persons(GenericAPIView[models.ClubPerson]):
    """The people without an account in a club."""

    scope = ORGANISE
    serializer_class = shapes.Person
    pagination_class = ByAdding
    queryset = models.ClubPerson.objects.none()

    @extend_schema(summary="People without an account in a club", responses=shapes.Person(many=True))
    def get(self, request: Request, club_id: str) -> Response:
        """For its members, the newest first; those who run it also see who has an account by now."""
        seen = see_club(club_id, request_viewer(request))
        page: Any = self.paginate_queryset(see_persons(seen))
        return self.get_paginated_response(about_persons(page, seen, request_viewer(request)))

    @extend_schema(
        summary="Enter somebody without an account",
        request=shapes.NamingPerson,
        responses={201: shapes.Person, 409: WRITE_REFUSALS[409]},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """For those who run the club."""
        made = add_person(club_id, request_caller(request), read_fields(request.data, shapes.NamingPerson)["name"])
        return _answer(request, club_id, made.pk, 201)


class OnePerson(APIView):
    """One of them."""

    scope = ORGANISE

    @extend_schema(
        summary="Rename somebody without an account",
        request=shapes.NamingPerson,
        responses={200: shapes.Person, 409: WRITE_REFUSALS[409]},
    )
    def patch(self, request: Request, club_id: str, number: int) -> Response:
        """For those who run the club."""
        rename_person(club_id, request_caller(request), number, read_fields(request.data, shapes.NamingPerson)["name"])
        return _answer(request, club_id, number)

    @extend_schema(summary="Remove somebody without an account", responses={204: None, 409: WRITE_REFUSALS[409]})
    def delete(self, request: Request, club_id: str, number: int) -> Response:
        """For those who run the club, while they have not taken part in a tournament."""
        read_fields(request.data, Nothing)
        remove_person(club_id, request_caller(request), number)
        return Response(status=204)


class LinkOf(APIView):
    """The link by which somebody claims what was kept under their name."""

    scope = ORGANISE

    @extend_schema(
        summary="Make a link to claim a name", request=Nothing, responses={200: shapes.Claim, 409: WRITE_REFUSALS[409]}
    )
    def post(self, request: Request, club_id: str, number: int) -> Response:
        """For those who run the club; one that was made before ends."""
        read_fields(request.data, Nothing)
        return Response({"claim": make_claim_link(club_id, request_caller(request), number)})

    @extend_schema(summary="End the link to claim a name", responses={204: None})
    def delete(self, request: Request, club_id: str, number: int) -> Response:
        """For those who run the club."""
        read_fields(request.data, Nothing)
        end_claim_link(club_id, request_caller(request), number)
        return Response(status=204)


class ClaimPerson(APIView):
    """Making one's own what a club has kept under one's name."""

    scope = ORGANISE

    @extend_schema(
        summary="Claim a name", request=shapes.ClaimingPerson, responses={200: shapes.Club, 409: WRITE_REFUSALS[409]}
    )
    def post(self, request: Request, club_id: str) -> Response:
        """By the link; you become a member, and what was played under the name is your account's."""
        claim_person(club_id, request_caller(request), read_fields(request.data, shapes.ClaimingPerson)["claim"])
        return answer_club(request, club_id)


def _answer(request: Request, club_id: str, number: int, status: int = 200) -> Response:
    found, seen = see_person(club_id, number, request_viewer(request))
    [told] = about_persons([found], seen, request_viewer(request))
    return Response(told, status=status)
