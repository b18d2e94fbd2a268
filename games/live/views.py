"""The addresses of live streams.

They are views of the interface like any other, with its authentication, its scopes and its refusals; only their answer
does not end by itself.
"""

from typing import Final, cast

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Malformed
from games.accounts.authentication import is_program, request_viewer
from games.api.schema import INVITE, integer_parameter
from games.api.serializers import read_number
from games.api.throttling import sender_of
from games.live.authorization import Credential
from games.live.encoders import JsonLines, ServerSentEvents, StreamEncoder
from games.live.hub import hub
from games.live.response import stream_response
from games.live.streams import GameStream, QuotaHolder, TurnsStream
from games.play.visibility import sight_of

LAST_ID: Final = "Last-Event-ID"
LAST_ID_HEADER: Final = OpenApiParameter(LAST_ID, str, OpenApiParameter.HEADER, description="Where to go on.")
STREAMED: Final = {
    (200, ServerSentEvents.media_type): OpenApiResponse(OpenApiTypes.STR, "Messages as they come, without an end."),
    (200, JsonLines.media_type): OpenApiResponse(OpenApiTypes.STR, "The same as one JSON object a line."),
}


class StreamView(APIView):
    """What streams have in common: the forms in which they are written, and refusals in plain JSON."""

    http_method_names = ("get", "options")
    renderer_classes = (ServerSentEvents, JsonLines)

    def handle_exception(self, error: Exception) -> Response:
        """What everybody answers, as JSON whatever is accepted: no stream has begun."""
        response: Response = super().handle_exception(error)
        response.content_type = "application/json"
        return response

    def let_in(self, request: Request, game_id: str | None = None) -> tuple[Credential, QuotaHolder]:
        """Who listens, and under what they are counted; refused if they have too many streams already."""
        account = request.user.pk
        token = request.auth.pk if is_program(request) else None
        session = request.session.session_key if account is not None and token is None else None
        who = Credential(request_viewer(request, game_id), account, token, session, game_id)
        counted_as = QuotaHolder(account, sender_of(request))
        hub.require_room(counted_as)
        return who, counted_as


class GameStreamView(StreamView):
    """A game as it goes on."""

    is_public = True

    @extend_schema(
        operation_id="stream_game",
        summary="Watch a game",
        description="Each message has the number and hash of an event, the event as you may see it then, and earlier"
        " answers that are opened by it. The stream goes on after the event named in Last-Event-ID or `after`.",
        parameters=[
            LAST_ID_HEADER,
            integer_parameter("after", "The same for whoever cannot send headers."),
            INVITE,
        ],
        responses=STREAMED,
    )
    def get(self, request: Request, game_id: str) -> StreamingHttpResponse:
        """Everything after an event, and then what happens, as long as the viewer may see it."""
        who, counted_as = self.let_in(request, game_id)
        head = sight_of(game_id, who.viewer).head
        after = read_after(request, head.seq)
        return stream_response(lambda: GameStream(who, counted_as, head, after), encoder_for(request))


class TurnsStreamView(StreamView):
    """The games that wait for somebody."""

    @extend_schema(
        operation_id="stream_turns",
        summary="Hear when it is your turn",
        description="Each message lists all games that wait for you. Its id stands for that list: a stream that goes on"
        " after it says nothing until the list has changed.",
        parameters=[LAST_ID_HEADER],
        responses=STREAMED,
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """The games that wait for the caller, whenever they change."""
        who, counted_as = self.let_in(request)
        cursor = request.headers.get(LAST_ID, "")
        return stream_response(lambda: TurnsStream(who, counted_as, cursor), encoder_for(request))


def read_after(request: Request, seq: int) -> int:
    """The event after which to go on in a log of so many; a browser that connects again sends a header, with the
    address it had first."""
    named = request.headers.get(LAST_ID)
    after = read_number({LAST_ID: named} if named else request.query_params, LAST_ID if named else "after") or 0
    if after > seq:
        raise Malformed("stream/ahead", "This log has {seq} events, none of them is {after}.", seq=seq, after=after)
    return after


def encoder_for(request: Request) -> StreamEncoder:
    """How the caller wants a stream written."""
    return cast(StreamEncoder, request.accepted_renderer)
