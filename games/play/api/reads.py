"""Looking into a game: its position, what may be done, its log."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.canonical import canonical
from engine.protocol import Json
from games.accounts.authentication import request_viewer
from games.api.schema import INVITE, integer_parameter
from games.api.serializers import read_number
from games.play.serializers import Choices, LogPage, Position
from games.play.visibility import SeenLog, see_choices, see_log, see_position

NDJSON: Final = "application/x-ndjson"
USUAL: Final = 200
MOST: Final = 1000


class LinesRenderer(BaseRenderer):
    """The events of a page of a log as one JSON object a line."""

    media_type = NDJSON
    format = "ndjson"

    def render(self, data: Json, media_type: str | None = None, context: Mapping[str, Any] | None = None) -> bytes:
        """The lines."""
        return "".join(f"{canonical(fields)}\n" for fields in data["events"]).encode()


class PositionView(APIView):
    """The position of a game."""

    is_public = True

    @extend_schema(
        summary="Position",
        parameters=[integer_parameter("at", "After which event; the last one if none is named.", 1), INVITE],
        responses=Position,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Where the game is, or was after one of its events, as you may see it."""
        at = read_number(request.query_params, "at", 1)
        return Response(see_position(game_id, request_viewer(request, game_id), at))


class OptionsView(APIView):
    """What a seat may do."""

    is_public = True

    @extend_schema(
        summary="Options of a seat",
        parameters=[integer_parameter("seat", "Your own if none is named."), INVITE],
        responses=Choices,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Every action that a seat may take now, each with its price, path and gains as far as there are any."""
        seat = read_number(request.query_params, "seat")
        return Response(see_choices(game_id, request_viewer(request, game_id), seat))


class LogView(APIView):
    """The log of a game."""

    is_public = True
    renderer_classes = (JSONRenderer, LinesRenderer)

    @extend_schema(
        summary="Log",
        parameters=[
            integer_parameter("after", "The events after this one."),
            integer_parameter("limit", f"At most so many; {USUAL} if nothing is said.", 1, MOST),
            INVITE,
        ],
        responses={
            (200, "application/json"): LogPage,
            (200, NDJSON): OpenApiResponse(OpenApiTypes.STR, "One event a line."),
        },
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        """The events, each with its seq and hash; others' answers are sealed until everybody has answered."""
        after = read_number(request.query_params, "after") or 0
        limit = read_number(request.query_params, "limit", 1, MOST) or USUAL
        page = _page(see_log(game_id, request_viewer(request, game_id), after, limit), after)
        if isinstance(request.accepted_renderer, LinesRenderer):
            # The framework's own answer would have no type where there are no lines.
            return HttpResponse(request.accepted_renderer.render(page), content_type=NDJSON)
        return Response(page)


def _page(seen: SeenLog, after: int) -> Json:
    last = after + len(seen.events)
    return {
        "game": seen.game,
        "status": seen.fold.status,
        "head": {"seq": seen.fold.seq, "hash": seen.fold.hash},
        "next": last if last < seen.fold.seq else None,
        "events": seen.events,
    }
