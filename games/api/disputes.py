"""Flagging a game for review, and saying something about that. Ruling upon it is an affair of another app, which knows
what it would change."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.protocol import Json
from games.accounts.tokens import PLAY
from games.api.asking import caller, viewer
from games.api.documenting import INVITE, REFUSED
from games.api.saying import Command, said_in
from games.api.shapes import Receipt
from games.api.shapes.disputes import CaseShape
from games.selectors.disputes import SeenCase, see_case
from games.services import answer_dispute, open_dispute
from games.services.adjudicating import LONGEST_REASON


class Flagging(Command):
    """An event that should be looked at, and why."""

    at = serializers.IntegerField(help_text="The event that it is about.")
    statement = serializers.CharField(max_length=LONGEST_REASON)


class Answering(Command):
    """Something to say about a dispute."""

    statement = serializers.CharField(max_length=LONGEST_REASON)


class Disputes(APIView):
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
        return Response(about_case(see_case(game_id, viewer(request, game_id))))

    @extend_schema(summary="Flag for review", request=Flagging, responses={200: Receipt, **REFUSED})
    def post(self, request: Request, game_id: str) -> Response:
        """Flag an event of a game that you play in, or that is played in a club that you run, unless you have played
        the same dice; one at a time."""
        said = said_in(request.data, Flagging)
        made = open_dispute(game_id, caller(request, game_id), said["command_id"], said["at"], said["statement"])
        return Response(made._asdict())


class AnswerDispute(APIView):
    """Answers to a dispute."""

    scope = PLAY
    throttle_scope = "commands"

    @extend_schema(summary="Say something about a dispute", request=Answering, responses={200: Receipt, **REFUSED})
    def post(self, request: Request, game_id: str, dispute: int) -> Response:
        """For those who play in the game or run its club, until there is a ruling."""
        said = said_in(request.data, Answering)
        made = answer_dispute(game_id, caller(request, game_id), said["command_id"], dispute, said["statement"])
        return Response(made._asdict())


def about_case(seen: SeenCase) -> Json:
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
