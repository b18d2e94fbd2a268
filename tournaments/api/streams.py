"""The live stream of a tournament."""

from typing import Final

from django.http import StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from games.api.schema import integer_parameter
from games.live.response import stream_response
from games.live.streams import TopicStream
from games.live.views import LAST_ID_HEADER, STREAMED, StreamView, encoder_for, read_after
from tournaments.live import TOPIC
from tournaments.selectors.tournaments import see_tournament

FURTHEST_BACK: Final = 1000
"""How many past events a stream begins with: it only says that something has changed, and logs can be long."""


class TournamentStream(StreamView):
    """A tournament as it goes on."""

    is_public = True

    @extend_schema(
        operation_id="stream_tournament",
        summary="Watch a tournament",
        description="Each message has the number, hash and kind of an event of the tournament's log, and its round if"
        " it belongs to one; ask for the tournament to learn what has changed. The stream goes on after the event named"
        " in Last-Event-ID or `after`, a thousand events back at most.",
        parameters=[
            LAST_ID_HEADER,
            integer_parameter("after", "The same for whoever cannot send headers."),
            OpenApiParameter("invite", str, description="The secret part of the tournament's link, if you have it."),
        ],
        responses=STREAMED,
    )
    def get(self, request: Request, tournament_id: str) -> StreamingHttpResponse:
        """Everything after an event, and then what happens, as long as the viewer may see the tournament."""
        who, counted_as = self.let_in(request)
        found = see_tournament(tournament_id, who.viewer).tournament
        after = max(read_after(request, found.seq), found.seq - FURTHEST_BACK)
        return stream_response(lambda: TopicStream(who, counted_as, TOPIC, found.pk, after), encoder_for(request))
