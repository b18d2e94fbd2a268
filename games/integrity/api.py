"""The notes that the site has signed, and the proof that a game's log is under one."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.authentication import request_viewer
from games.api.schema import INVITE, integer_parameter
from games.api.serializers import HASH, Shape, read_number
from games.integrity.selectors import checkpoints, see_proof


class Note(Shape):
    """A signed note over the ends of all logs that had changed."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    size = serializers.IntegerField(help_text="How many games it covers.")
    note = serializers.CharField()


class Notes(Shape):
    """Signed notes in the order in which they were made."""

    checkpoints = Note(many=True)


class InclusionProof(Shape):
    """The way from the end of a game's log to the root of a note."""

    leaf = serializers.CharField()
    index = serializers.IntegerField()
    size = serializers.IntegerField()
    path = serializers.ListField(child=serializers.RegexField(HASH))


class Proof(Shape):
    """A signed note and the proof that a log is under it."""

    note = serializers.CharField()
    proof = InclusionProof()


USUAL = 20
MOST = 500


class CheckpointsView(APIView):
    """The checkpoints."""

    is_public = True

    @extend_schema(
        summary="Checkpoints",
        parameters=[
            integer_parameter("after", "The first ones after this number; else the latest."),
            integer_parameter("limit", f"At most so many; {USUAL} if nothing is said.", 1, MOST),
        ],
        responses=Notes,
    )
    def get(self, request: Request) -> Response:
        """Signed notes over the ends of all logs; copy them, and nobody can rewrite a log without your noticing."""
        after = read_number(request.query_params, "after")
        limit = read_number(request.query_params, "limit", 1, MOST) or USUAL
        return Response({"checkpoints": checkpoints(limit, after)})


class ProofView(APIView):
    """The proof of a game."""

    is_public = True

    @extend_schema(summary="Proof", parameters=[INVITE], responses=Proof)
    def get(self, request: Request, game_id: str) -> Response:
        """The newest signed note that covers the game, and the way from the end of its log to the note's root."""
        return Response(see_proof(game_id, request_viewer(request, game_id)))
