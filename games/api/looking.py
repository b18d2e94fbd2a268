"""Looking into a game: its position, what may be done, its log, its record, the proof that it is under a checkpoint."""

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
from games.api.asking import viewer
from games.api.documenting import INVITE, whole
from games.api.saying import number_in
from games.api.shapes import Choices, LogPage, Position, Proof
from games.records.exporting import export_record
from games.selectors import SeenLog, see_choices, see_page, see_position, see_proof

LINES: Final = "application/x-ndjson"
USUAL: Final = 200
MOST: Final = 1000


class LinesRenderer(BaseRenderer):
    """The events of a page of a log as one JSON object a line."""

    media_type = LINES
    format = "ndjson"

    def render(self, data: Json, media_type: str | None = None, context: Mapping[str, Any] | None = None) -> bytes:
        """The lines."""
        return "".join(f"{canonical(fields)}\n" for fields in data["events"]).encode()


class PositionOf(APIView):
    """The position of a game."""

    is_public = True

    @extend_schema(
        summary="Position",
        parameters=[whole("at", "After which event; the last one if none is named.", 1), INVITE],
        responses=Position,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Where the game is, or was after one of its events, as you may see it."""
        at = number_in(request.query_params, "at", 1)
        return Response(see_position(game_id, viewer(request, game_id), at))


class OptionsOf(APIView):
    """What a seat may do."""

    is_public = True

    @extend_schema(
        summary="Options of a seat",
        parameters=[whole("seat", "Your own if none is named."), INVITE],
        responses=Choices,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Every action that a seat may take now, each with its price, path and gains as far as there are any."""
        seat = number_in(request.query_params, "seat")
        return Response(see_choices(game_id, viewer(request, game_id), seat))


class LogOf(APIView):
    """The log of a game."""

    is_public = True
    renderer_classes = (JSONRenderer, LinesRenderer)

    @extend_schema(
        summary="Log",
        parameters=[
            whole("after", "The events after this one."),
            whole("limit", f"At most so many; {USUAL} if nothing is said.", 1, MOST),
            INVITE,
        ],
        responses={
            (200, "application/json"): LogPage,
            (200, LINES): OpenApiResponse(OpenApiTypes.STR, "One event a line."),
        },
    )
    def get(self, request: Request, game_id: str) -> HttpResponse:
        """The events, each with its seq and hash; others' answers are sealed until everybody has answered."""
        after = number_in(request.query_params, "after") or 0
        limit = number_in(request.query_params, "limit", 1, MOST) or USUAL
        page = _page(see_page(game_id, viewer(request, game_id), after, limit), after)
        if isinstance(request.accepted_renderer, LinesRenderer):
            # The framework's own answer would have no type where there are no lines.
            return HttpResponse(request.accepted_renderer.render(page), content_type=LINES)
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


class RecordOf(APIView):
    """The record of a game."""

    is_public = True

    @extend_schema(summary="Record", parameters=[INVITE], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, game_id: str) -> Response:
        """The game as a document that anybody can check offline; while answers are sealed it ends before them."""
        record = export_record(game_id, viewer(request, game_id))
        return Response(record, headers={"Content-Disposition": f'attachment; filename="{game_id}.json"'})


class ProofOf(APIView):
    """The proof of a game."""

    is_public = True

    @extend_schema(summary="Proof", parameters=[INVITE], responses=Proof)
    def get(self, request: Request, game_id: str) -> Response:
        """The newest signed note that covers the game, and the way from the end of its log to the note's root."""
        return Response(see_proof(game_id, viewer(request, game_id)))
