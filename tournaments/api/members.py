"""The people of a club: who they are, what they are, how they come and go."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.absolute_urls import one_time_link_url
from games.accounts.authentication import request_account, request_caller, request_viewer
from games.accounts.serializers import Nothing, PasswordLink
from games.accounts.tokens import ORGANISE
from games.api.paging import NewestFirstPagination
from games.api.schema import WRITE_REFUSALS
from games.api.serializers import read_fields
from tournaments import models
from tournaments.api import shapes
from tournaments.api.clubs import answer_club
from tournaments.selectors import about_member, see_members
from tournaments.services import join_club, leave_club, make_member_link, remove_member, rotate_invite, set_role


class ByJoining(NewestFirstPagination):
    """Pages of members."""

    field = "joined_at"


class Members(GenericAPIView[models.Membership]):
    """The members of a club."""

    is_public = True
    scope = ORGANISE
    serializer_class = shapes.Member
    pagination_class = ByJoining
    queryset = models.Membership.objects.none()

    @extend_schema(summary="Members of a club", responses=shapes.Member(many=True))
    def get(self, request: Request, club_id: str) -> Response:
        """All of them for members; for others only those whose profile is public, the newest first."""
        page: Any = self.paginate_queryset(see_members(club_id, request_viewer(request)))
        return self.get_paginated_response([about_member(member) for member in page])


class OneMember(APIView):
    """One member of a club."""

    scope = ORGANISE

    @extend_schema(
        summary="Give a member a role",
        request=shapes.GivingRole,
        responses={200: shapes.Member, 409: WRITE_REFUSALS[409]},
    )
    def put(self, request: Request, club_id: str, handle: str) -> Response:
        """Owners give any, organisers those below them; everybody may step down themselves."""
        role = read_fields(request.data, shapes.GivingRole)["role"]
        return Response(about_member(set_role(club_id, request_caller(request), handle, role)))

    @extend_schema(summary="Remove a member", responses={204: None, 409: WRITE_REFUSALS[409]})
    def delete(self, request: Request, club_id: str, handle: str) -> Response:
        """Owners remove anybody, organisers those below them."""
        read_fields(request.data, Nothing)
        remove_member(club_id, request_caller(request), handle)
        return Response(status=204)


class MemberPasswordLink(APIView):
    """Letting a member back in who has lost the password; no token does that."""

    scope = read_scope = None

    @extend_schema(summary="Make a link to a member's new password", request=Nothing, responses={201: PasswordLink})
    def post(self, request: Request, club_id: str, handle: str) -> Response:
        """For those who run the club, about ordinary members who have no mail address."""
        read_fields(request.data, Nothing)
        secret = make_member_link(club_id, request_account(request), handle)
        return Response({"link": one_time_link_url(request._request, secret)}, status=201)


class JoinClub(APIView):
    """Becoming a member."""

    scope = ORGANISE

    @extend_schema(
        summary="Join a club", request=shapes.JoiningClub, responses={200: shapes.Club, 409: WRITE_REFUSALS[409]}
    )
    def post(self, request: Request, club_id: str) -> Response:
        """By its link, or without it where the club is open; whoever is a member already stays what they are."""
        said = read_fields(request.data, shapes.JoiningClub)
        join_club(club_id, request_caller(request), said.get("invite"))
        return answer_club(request, club_id)


class LeaveClub(APIView):
    """Ceasing to be a member."""

    scope = ORGANISE

    @extend_schema(summary="Leave a club", request=Nothing, responses={204: None, 409: WRITE_REFUSALS[409]})
    def post(self, request: Request, club_id: str) -> Response:
        """The only owner makes somebody else one first."""
        read_fields(request.data, Nothing)
        leave_club(club_id, request_caller(request))
        return Response(status=204)


class InviteOf(APIView):
    """The link of a club."""

    scope = ORGANISE

    @extend_schema(summary="Make the link of a club anew", request=Nothing, responses=shapes.Invite)
    def post(self, request: Request, club_id: str) -> Response:
        """For those who run it; the old link ends."""
        read_fields(request.data, Nothing)
        return Response({"invite": rotate_invite(club_id, request_caller(request))})
