"""What a ruling would change, and giving it."""

from functools import partial

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Malformed
from engine.protocol import Json
from games.accounts.tokens import ORGANISE
from games.api.asking import caller, viewer
from games.api.documenting import REFUSED, whole
from games.api.saying import Command, number_in, said_in
from games.api.shapes import Receipt
from games.log.disputes import REVERSED, VERDICTS
from games.selectors import Viewer
from games.services import Caller, reverse_ruling, rule
from games.services.adjudicating import LONGEST_REASON
from games.services.commands import Receipt as Made
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
            whole("dispute", "The dispute that would be settled.", 1),
            whole("ruling", "The ruling that would be reversed, instead of all of these.", 1),
        ],
        responses={200: PreviewShape, 409: REFUSED[409]},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Every standing, rating and solo run that would change; for those who may give the ruling."""
        who, asked = viewer(request), request.query_params
        ruling = number_in(asked, "ruling", 1)
        if ruling is not None:
            preview = look_back(game_id, who, ruling)
        else:
            how, seats = asked.get("how", ""), _seats(asked.get("seats", ""))
            preview = look_ahead(game_id, who, how, seats, number_in(asked, "dispute", 1))
        return Response(preview_as_json(shown_preview(preview, who)))


class Rulings(APIView):
    """Rulings upon a game."""

    scope = ORGANISE
    throttle_scope = "verify"

    @extend_schema(summary="Rule, or reverse a ruling", request=RulingBody, responses={200: Receipt, **REFUSED})
    def post(self, request: Request, game_id: str) -> Response:
        """For staff, unless they play in the game or have played its dice; for those who run its club, upon a dispute
        that somebody else who plays in it has opened. What staff have ruled only staff reverse."""
        made = _carry_out(game_id, viewer(request), caller(request), said_in(request.data, RulingBody))
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
    return rule(game_id, by, command, how, seats, reason, dispute, expected)


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
