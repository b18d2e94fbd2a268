"""The queue of disputes."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from engine.errors import Malformed
from games.accounts.authentication import request_viewer
from games.api.paging import NewestFirstPagination
from games.api.serializers import Shape
from games.log.disputes import VERDICTS, WAITING
from games.play.models import Dispute
from tournaments.selectors.desk import SHOWS, queue_of, queued


class QueuedShape(Shape):
    """A dispute in the queue."""

    game = serializers.CharField()
    dispute = serializers.IntegerField(help_text="The event that opened it, by which it is named.")
    at = serializers.IntegerField(help_text="The event that it is about.")
    status = serializers.ChoiceField((WAITING, *VERDICTS))
    opened_at = serializers.DateTimeField()
    ruled_at = serializers.DateTimeField(allow_null=True)
    ruling = serializers.IntegerField(allow_null=True)
    club = serializers.CharField(allow_null=True)
    tournament = serializers.CharField(allow_null=True)
    players = serializers.ListField(child=serializers.CharField())
    is_own = serializers.BooleanField(
        help_text="Whether you play in the game, or have played its dice, and so cannot decide about it."
    )


class Oldest(NewestFirstPagination):
    """Pages of disputes, the oldest first."""

    field = "opened_at"
    is_oldest_first = True


class Queue(GenericAPIView[Dispute]):
    """The disputes that are before somebody."""

    serializer_class = QueuedShape
    pagination_class = Oldest
    queryset = Dispute.objects.none()

    @extend_schema(
        summary="Disputes to decide",
        parameters=[
            OpenApiParameter("show", str, enum=list(SHOWS), description="Those that wait, if nothing is said."),
            OpenApiParameter("club", str, description="Only those of this club."),
        ],
        responses=QueuedShape(many=True),
    )
    def get(self, request: Request) -> Response:
        """All of them for staff, those of their clubs for organisers; the oldest first."""
        who, asked = request_viewer(request), request.query_params
        show = asked.get("show", WAITING)
        if show not in SHOWS:
            raise Malformed("disputes/show", "The queue shows one of these: {shows}.", shows=", ".join(SHOWS))
        page: Any = self.paginate_queryset(queue_of(who, show, asked.get("club")))
        return self.get_paginated_response([one.as_json() for one in queued(page, who)])
