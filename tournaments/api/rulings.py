"""What a ruling would change, and giving it."""

from functools import partial

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Malformed
from engine.protocol import Json
from games.accounts.authentication import request_caller, request_viewer
from games.accounts.callers import Caller, Viewer
from games.accounts.tokens import ORGANISE
from games.api.schema import WRITE_REFUSALS, integer_parameter
from games.api.serializers import Command, Receipt, read_fields, read_number
from games.disputes.services import give_ruling, reverse_ruling
from games.log.disputes import REVERSED, VERDICTS
from games.play.commands import Receipt as Made
from games.texts import LONGEST_REASON
from tournaments.api.preview_shapes import PreviewShape
from tournaments.desk.looking import look_ahead, look_back, require_foreseen
from tournaments.desk.showing import shown_preview
from tournaments.desk.telling import preview_as_json


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
            preview = look_back(game_id, who, ruling)
        else:
            how, seats = asked.get("how", ""), _seats(asked.get("seats", ""))
            preview = look_ahead(game_id, who, how, seats, read_number(asked, "dispute", 1))
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
        require_foreseen(game_id, command, foreseen, partial(look_back, game_id, who, ruling))
        return reverse_ruling(game_id, by, command, ruling, reason, expected)
    _refuse_others(said, "ruling")
    how, seats, dispute = said["how"], said.get("seats", []), said.get("dispute")
    require_foreseen(game_id, command, foreseen, partial(look_ahead, game_id, who, how, seats, dispute))
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
