"""The queue of disputes, what a ruling would change, and giving it."""

from functools import partial
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Malformed
from engine.protocol import Json
from games.accounts.authentication import request_caller, request_viewer
from games.accounts.callers import Caller, Viewer
from games.accounts.tokens import ORGANISE
from games.api.paging import NewestFirstPagination
from games.api.schema import WRITE_REFUSALS, integer_parameter
from games.api.serializers import Command, Receipt, Shape, read_fields, read_number
from games.disputes.services import give_ruling, reverse_ruling
from games.log.disputes import REVERSED, VERDICTS, WAITING
from games.play.commands import Receipt as Made
from games.play.models import Dispute
from games.texts import LONGEST_REASON
from tournaments.desk.ruling_preview import preview_reversal, preview_ruling, require_foreseen
from tournaments.desk.selectors import SHOWS, queue_of, read_queued
from tournaments.desk.serializers import PreviewShape, preview_as_json
from tournaments.desk.shown_preview import shown_preview


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


class OldestFirst(NewestFirstPagination):
    """Pages of disputes, the oldest first."""

    field = "opened_at"
    is_oldest_first = True


class QueueView(GenericAPIView[Dispute]):
    """The disputes that are before somebody."""

    serializer_class = QueuedShape
    pagination_class = OldestFirst
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
        return self.get_paginated_response([one.as_json() for one in read_queued(page, who)])


class RulingBody(Command):
    """A decision about a game, or that an earlier one counts no more."""

    how = serializers.ChoiceField((*VERDICTS, REVERSED))
    reason = serializers.CharField(max_length=LONGEST_REASON)
    seats = serializers.ListField(
        child=serializers.IntegerField(), default=[], help_text="Those that forfeit the game; none for other rulings."
    )
    dispute = serializers.IntegerField(
        allow_null=True, default=None, help_text="The dispute that it settles; only staff rule without one."
    )
    ruling = serializers.IntegerField(allow_null=True, default=None, help_text="The ruling that is reversed.")
    expected = serializers.IntegerField(
        allow_null=True, default=None, help_text="The last event you have seen; refused if there is a later one."
    )
    foreseen = serializers.CharField(
        allow_null=True,
        default=None,
        help_text="The `fingerprint` of the preview you have seen; refused if something else would change now.",
    )


class PreviewOf(APIView):
    """What a ruling would change."""

    throttle_scope = "verify"

    @extend_schema(
        summary="What a ruling would change",
        parameters=[
            OpenApiParameter("how", str, enum=list(VERDICTS), description="What would be ruled."),
            OpenApiParameter("seats", str, description="Those that would forfeit the game, as in `0,2`."),
            integer_parameter("dispute", "The dispute that would be settled.", 1),
            integer_parameter("ruling", "The ruling that would be reversed, instead of all of these.", 1),
        ],
        responses={200: PreviewShape, 409: WRITE_REFUSALS[409]},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Every standing, rating and solo run that would change; for those who may give the ruling."""
        who, asked = request_viewer(request), request.query_params
        ruling = read_number(asked, "ruling", 1)
        if ruling is not None:
            preview = preview_reversal(game_id, who, ruling)
        else:
            how, seats = asked.get("how", ""), _seats(asked.get("seats", ""))
            preview = preview_ruling(game_id, who, how, seats, read_number(asked, "dispute", 1))
        return Response(preview_as_json(shown_preview(preview, who)))


class Rulings(APIView):
    """Rulings upon a game."""

    scope = ORGANISE
    throttle_scope = "verify"

    @extend_schema(summary="Rule, or reverse a ruling", request=RulingBody, responses={200: Receipt, **WRITE_REFUSALS})
    def post(self, request: Request, game_id: str) -> Response:
        """For staff, unless they play in the game or have played its dice; for those who run its club, upon a dispute
        that somebody else who plays in it has opened. What staff have ruled only staff reverse."""
        made = _carry_out(
            game_id, request_viewer(request), request_caller(request), read_fields(request.data, RulingBody)
        )
        return Response(made._asdict())


def _carry_out(game_id: str, who: Viewer, by: Caller, said: Json) -> Made:
    command, reason, expected, foreseen = said["command_id"], said["reason"], said.get("expected"), said.get("foreseen")
    if said["how"] == REVERSED:
        _refuse_others(said, "seats", "dispute")
        ruling = said.get("ruling", 0)
        require_foreseen(game_id, command, foreseen, partial(preview_reversal, game_id, who, ruling))
        return reverse_ruling(game_id, by, command, ruling, reason, expected)
    _refuse_others(said, "ruling")
    how, seats, dispute = said["how"], said.get("seats", []), said.get("dispute")
    require_foreseen(game_id, command, foreseen, partial(preview_ruling, game_id, who, how, seats, dispute))
    return give_ruling(game_id, by, command, how, seats, reason, dispute, expected)


def _refuse_others(said: Json, *names: str) -> None:
    """Refuse what has nothing to do with the ruling that is meant, and would be left out in silence."""
    for name in names:
        if said.get(name):
            raise Malformed("ruling/field", "“{field}” has nothing to do with this ruling.", field=name)


def _seats(text: str) -> list[int]:
    words = text.split(",") if text else []
    if len(words) > 100 or any(not (word.isascii() and word.isdigit() and len(word) <= 3) for word in words):
        raise Malformed("ruling/seats", "Name the seats that forfeit the game, and none if it is not forfeited.")
    return [int(word) for word in words]
