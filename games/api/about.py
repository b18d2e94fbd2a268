"""What there is to know about the site itself: its bots, and the notes that it has signed."""

from inspect import getdoc

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.protocol import Json
from engine.registry import AnyGame, registered
from games.api.documenting import whole
from games.api.saying import number_in
from games.api.shapes import Bots, Notes
from games.selectors import checkpoints

USUAL = 20
MOST = 500


class BotsOf(APIView):
    """The bots."""

    is_public = True

    @extend_schema(summary="Bots", responses=Bots)
    def get(self, request: Request) -> Response:
        """The programs that can take a seat, game by game."""
        return Response({"games": [_bots(game) for game in registered()]})


def _bots(game: AnyGame) -> Json:
    bots = [{"name": name, "about": getdoc(bot) or ""} for name, bot in game.bots.items()]
    return {"key": game.key, "rules_version": game.rules_version, "bots": bots}


class Checkpoints(APIView):
    """The checkpoints."""

    is_public = True

    @extend_schema(
        summary="Checkpoints",
        parameters=[
            whole("after", "The first ones after this number; else the latest."),
            whole("limit", f"At most so many; {USUAL} if nothing is said.", 1, MOST),
        ],
        responses=Notes,
    )
    def get(self, request: Request) -> Response:
        """Signed notes over the ends of all logs; copy them, and nobody can rewrite a log without your noticing."""
        after = number_in(request.query_params, "after")
        limit = number_in(request.query_params, "limit", 1, MOST) or USUAL
        return Response({"checkpoints": checkpoints(limit, after)})
