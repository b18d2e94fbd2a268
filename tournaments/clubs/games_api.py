"""The games of a club, for programs."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts.authentication import request_viewer
from games.play.api.games import GameListView
from games.play.cards import with_players
from games.play.game_lists import club_games, public_games
from games.play.models import GameCard
from tournaments.clubs.selectors import see_club


class GamesOf(GameListView):
    """The games of a club."""

    is_public = True
    queryset = public_games().none()

    def get_queryset(self) -> QuerySet[GameCard]:
        """Those that one may see, of a club that one may see."""
        who = request_viewer(self.request)
        club = see_club(self.kwargs["club_id"], who).club
        return with_players(club_games(club.pk, who).select_related("game"))

    @extend_schema(summary="Games of a club")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Those that everybody may see, those that you play, and private ones if you run the club."""
        return self.list(request, *args, **kwargs)
