"""What a club tells."""

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
from tournaments.selectors import about_announcements, see_announcements, see_club
from tournaments.services import change_announcement, delete_announcement, make_announcement


class ByMaking(NewestFirstPagination):
    """Pages of announcements."""

    field = "made_at"


class Announcements(GenericAPIView[models.Announcement]):
    """The announcements of a club."""

    is_public = True
    scope = ORGANISE
    serializer_class = shapes.Announcement
    pagination_class = ByMaking
    queryset = models.Announcement.objects.none()

    @extend_schema(summary="Announcements of a club", responses=shapes.Announcement(many=True))
    def get(self, request: Request, club_id: str) -> Response:
        """For its members, and for everybody if the club is public; the newest first, whatever is pinned."""
        seen = see_club(club_id, request_viewer(request))
        page: Any = self.paginate_queryset(see_announcements(seen))
        return self.get_paginated_response(about_announcements(page, request_viewer(request)))

    @extend_schema(
        summary="Announce something in a club",
        request=shapes.MakingAnnouncement,
        responses={201: shapes.Announcement, 409: WRITE_REFUSALS[409]},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """For those who run it."""
        made = make_announcement(
            club_id, request_caller(request), **read_fields(request.data, shapes.MakingAnnouncement)
        )
        return _answer(request, made, 201)


class OneAnnouncement(APIView):
    """One announcement."""

    scope = ORGANISE

    @extend_schema(summary="Change an announcement", request=shapes.ChangingAnnouncement, responses=shapes.Announcement)
    def patch(self, request: Request, club_id: str, number: int) -> Response:
        """For those who run the club; when it was made stays."""
        said = read_fields(request.data, shapes.ChangingAnnouncement)
        return _answer(request, change_announcement(club_id, request_caller(request), number, said))

    @extend_schema(summary="Delete an announcement", responses={204: None})
    def delete(self, request: Request, club_id: str, number: int) -> Response:
        """For those who run the club."""
        read_fields(request.data, Nothing)
        delete_announcement(club_id, request_caller(request), number)
        return Response(status=204)


def _answer(request: Request, announcement: models.Announcement, status: int = 200) -> Response:
    [told] = about_announcements([announcement], request_viewer(request))
    return Response(told, status=status)
