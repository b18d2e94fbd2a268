"""Disputes and rulings of a game: looking at them, flagging a game for review, and saying something about that. Ruling
upon it is an affair of another app, which knows what it would change."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.protocol import Json
from games.accounts.authentication import request_caller, request_viewer
from games.accounts.tokens import PLAY
from games.api.schema import INVITE, WRITE_REFUSALS
from games.api.serializers import Command, Receipt, Shape, read_fields
from games.disputes.selectors import SeenCase, see_case
from games.disputes.services import answer_dispute, open_dispute
from games.log.disputes import REVERSED, VERDICTS, WAITING
from games.texts import LONGEST_REASON


class Said(Shape):
    """Something that somebody has said about a dispute."""

    seq = serializers.IntegerField()
    by = serializers.CharField()
    made_at = serializers.DateTimeField()
    words = serializers.CharField(allow_null=True, help_text="Null once they were erased.")


class RulingShape(Shape):
    """A ruling, with who gave it and why."""

    seq = serializers.IntegerField()
    how = serializers.ChoiceField((*VERDICTS, REVERSED))
    by = serializers.CharField()
    made_at = serializers.DateTimeField()
    reason = serializers.CharField(allow_null=True, help_text="Null once it was erased.")
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="Those that forfeit the game by it.")
    dispute = serializers.IntegerField(allow_null=True, help_text="The dispute that it settles.")
    reverses = serializers.IntegerField(allow_null=True, help_text="The ruling that counts no more because of it.")
    is_in_force = serializers.BooleanField(help_text="False once it was reversed.")
    may_reverse = serializers.BooleanField(help_text="Whether you may reverse it; what staff have ruled only staff.")


class DisputeShape(Shape):
    """That somebody has flagged an event, and what came of it."""

    seq = serializers.IntegerField(help_text="The event that opened it, by which it is named.")
    at = serializers.IntegerField(help_text="The event that it is about.")
    by = serializers.CharField()
    made_at = serializers.DateTimeField()
    status = serializers.ChoiceField((WAITING, *VERDICTS))
    statements = Said(
        many=True, allow_null=True, help_text="Null unless you play in the game, run its club, or are on the staff."
    )
    ruling = serializers.IntegerField(allow_null=True, help_text="The ruling that settles it.")
    may_answer = serializers.BooleanField()
    may_rule = serializers.BooleanField(help_text="Whether you may rule upon it now.")


class CaseShape(Shape):
    """All disputes and rulings of a game, as you may see them."""

    game = serializers.CharField()
    seq = serializers.IntegerField(help_text="The last event of its log, for `expected`.")
    disputes = DisputeShape(many=True)
    rulings = RulingShape(many=True)
    may_flag = serializers.BooleanField()
    may_rule = serializers.BooleanField(
        help_text="Whether you may rule now: those who run the club upon what somebody else who plays has flagged."
    )


class Flagging(Command):
    """An event that should be looked at, and why."""

    at = serializers.IntegerField(help_text="The event that it is about.")
    statement = serializers.CharField(max_length=LONGEST_REASON)


class Answering(Command):
    """Something to say about a dispute."""

    statement = serializers.CharField(max_length=LONGEST_REASON)


class DisputesView(APIView):
    """The disputes of a game."""

    is_public = True
    scope = PLAY

    @property
    def throttle_scope(self) -> str | None:
        """Flagging is a command; whoever only looks has as many commands left as before."""
        return "commands" if self.request.method == "POST" else None

    @extend_schema(summary="Disputes and rulings", parameters=[INVITE], responses=CaseShape)
    def get(self, request: Request, game_id: str) -> Response:
        """Who has flagged what, and what was ruled by whom and why."""
        return Response(case_as_json(see_case(game_id, request_viewer(request, game_id))))

    @extend_schema(summary="Flag for review", request=Flagging, responses={200: Receipt, **WRITE_REFUSALS})
    def post(self, request: Request, game_id: str) -> Response:
        """Flag an event of a game that you play in, or that is played in a club that you run, unless you have played
        the same dice; one at a time."""
        said = read_fields(request.data, Flagging)
        made = open_dispute(
            game_id, request_caller(request, game_id), said["command_id"], said["at"], said["statement"]
        )
        return Response(made._asdict())


class AnswerDisputeView(APIView):
    """Answers to a dispute."""

    scope = PLAY
    throttle_scope = "commands"

    @extend_schema(
        summary="Say something about a dispute", request=Answering, responses={200: Receipt, **WRITE_REFUSALS}
    )
    def post(self, request: Request, game_id: str, dispute: int) -> Response:
        """For those who play in the game or run its club, until there is a ruling."""
        said = read_fields(request.data, Answering)
        made = answer_dispute(game_id, request_caller(request, game_id), said["command_id"], dispute, said["statement"])
        return Response(made._asdict())


def case_as_json(seen: SeenCase) -> Json:
    """The disputes and rulings of a game as the interface shows them."""
    return {
        "game": seen.game,
        "seq": seen.seq,
        "disputes": [
            {
                **flag._asdict(),
                "statements": None if flag.statements is None else [said._asdict() for said in flag.statements],
                "ruling": flag.ruling.seq if flag.ruling else None,
            }
            for flag in seen.flags
        ],
        "rulings": [
            {name: value for name, value in ruling._asdict().items() if name != "names"} for ruling in seen.rulings
        ],
        "may_flag": seen.may_flag,
        "may_rule": seen.may_rule,
    }
