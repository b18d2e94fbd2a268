"""Complaints, for those who look after the site."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.protocol import Json
from games.accounts.reporting import handle, reports
from games.api.documenting import whole
from games.api.paging import Newest
from games.api.people import shapes
from games.api.people.asking import account_in
from games.api.saying import number_in, said_in
from games.models import Report


def shown(report: Report) -> Json:
    """A complaint with the names of everybody concerned."""
    return {
        "id": report.pk,
        "reporter": report.reporter.username,
        "reported": report.reported.username,
        "game": report.game_id,
        "text": report.text,
        "made_at": report.made_at,
        "handled_at": report.handled_at,
        "handled_by": report.handled_by.username if report.handled_by else None,
    }


class NewestReports(Newest):
    """Pages of complaints; their ids are numbers."""

    field = "made_at"


class ReportsView(APIView):
    """All complaints."""

    scope = read_scope = None
    pagination_class = NewestReports

    @extend_schema(
        summary="Reports",
        parameters=[
            whole("waiting", "1 for those that nobody has seen to.", 0, 1),
            OpenApiParameter("cursor", str),
            OpenApiParameter("limit", int),
        ],
        responses=shapes.ReportPage,
    )
    def get(self, request: Request) -> Response:
        """For staff: all of them, the newest first."""
        found = reports(account_in(request))
        if number_in(request.query_params, "waiting", 0, 1):
            found = found.filter(handled_at=None)
        pages = NewestReports()
        return pages.get_paginated_response([shown(report) for report in pages.paginate_queryset(found, request)])


class HandledView(APIView):
    """Seeing to a complaint."""

    scope = read_scope = None

    @extend_schema(summary="Say that a report was seen to", request=shapes.Nothing, responses=shapes.Report)
    def post(self, request: Request, number: int) -> Response:
        """For staff; again changes nothing."""
        said_in(request.data, shapes.Nothing)
        return Response(shown(handle(account_in(request), number)))
