"""Games: lists of them, new ones, one as a card; and the bots that can take a seat."""

from inspect import getdoc
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.log import is_id
from engine.protocol import Json
from engine.records import DEFAULT_GAME, DEFAULT_RULES
from engine.registry import AnyGame, registered
from games.accounts.authentication import acting_account, request_caller, request_viewer
from games.accounts.tokens import PLAY
from games.api.paging import NewestFirstPagination
from games.api.schema import INVITE, WRITE_REFUSALS, integer_parameter
from games.api.serializers import Command, read_fields, read_number
from games.play import models
from games.play.cards import card_summary, invite_of, players_known_by_name, see_card, with_players
from games.play.creation import create_game
from games.play.game_lists import GameFilter, club_games, games_awaiting, games_of, public_games
from games.play.new_game_limits import count_new_game
from games.play.serializers import Bots, CreatedGame, GameCard, GameSummary
from games.play.setup import (
    DICE_SOURCES,
    LONGEST_DECISION,
    PUBLIC,
    SEAT_KINDS,
    SERVER_DICE,
    SHORTEST_DECISION,
    VISIBILITIES,
    Setup,
    check_setup,
)


class Seat(serializers.Serializer[Any]):
    """Who may sit on a seat."""

    kind = serializers.ChoiceField(SEAT_KINDS)
    bot = serializers.CharField(required=False, help_text="Which bot, if it is one.")


class Creating(Command):
    """What is agreed on before a game begins."""

    variant = serializers.CharField()
    levels = serializers.ListField(child=serializers.IntegerField())
    seats = Seat(many=True)
    seconds = serializers.IntegerField(
        allow_null=True,
        default=None,
        min_value=SHORTEST_DECISION,
        max_value=LONGEST_DECISION,
        help_text="The time for a decision.",
    )
    timeout = serializers.CharField(allow_null=True, default=None, help_text="What happens when it runs out.")
    rated = serializers.BooleanField(default=False)
    visibility = serializers.ChoiceField(VISIBILITIES, default=PUBLIC)
    dice = serializers.ChoiceField(DICE_SOURCES, default=SERVER_DICE)
    deal = serializers.CharField(allow_null=True, default=None, help_text="A shared deal.")
    club = serializers.CharField(allow_null=True, default=None)
    key = serializers.CharField(default=DEFAULT_GAME)
    rules_version = serializers.IntegerField(default=DEFAULT_RULES)
    more = serializers.DictField(default={}, help_text="Further settings that the game itself understands.")


@extend_schema_serializer(component_name="GameSummary")
class Listed(GameSummary):
    """A game as lists show it."""

    def to_representation(self, instance: Any) -> Any:
        """What the selector shows of it to whoever asks."""
        return card_summary(instance, self.context["known"])


class GameListView(ListAPIView[models.GameCard]):
    """A list of games, each with the names that whoever asks may know; all on a page are asked for at once."""

    serializer_class = Listed
    pagination_class = NewestFirstPagination
    filterset_class = GameFilter

    def paginate_queryset(self, queryset: Any) -> Any:
        """The games of a page."""
        self.shown: Any = super().paginate_queryset(queryset)
        return self.shown

    def get_serializer_context(self) -> dict[str, Any]:
        """Beside the request, whom whoever asks may know by name."""
        return {
            **super().get_serializer_context(),
            "known": players_known_by_name(self.shown, request_viewer(self.request)),
        }


class GamesView(GameListView):
    """The games that you may see."""

    is_public = True
    scope = PLAY
    queryset = public_games()

    @property
    def throttle_scope(self) -> str | None:
        """Creating is a command."""
        return "commands" if self.request.method == "POST" else None

    def get_queryset(self) -> QuerySet[models.GameCard]:
        """One's own, those in which one must act, those of a club, or all that are public."""
        return with_players(self._cards().select_related("game"))

    def _cards(self) -> QuerySet[models.GameCard]:
        asked = self.request.query_params
        is_own, is_turn = read_number(asked, "mine", 0, 1), read_number(asked, "turn", 0, 1)
        if is_own or is_turn:
            account = self.request.user.pk
            if account is None:
                raise NotAuthenticated
            return games_awaiting(account) if is_turn else games_of(account)
        if (club := asked.get("club")) is None:
            return public_games()
        return club_games(club, request_viewer(self.request)) if is_id(club) else public_games().none()

    @extend_schema(
        summary="Lists of games",
        parameters=[
            integer_parameter("mine", "1 for those in which you have a seat.", 0, 1),
            integer_parameter("turn", "1 for those in which you must act now.", 0, 1),
            OpenApiParameter("club", str, description="Those of a club that you may see."),
        ],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Games that everybody may see, or your own, or those of a club; the newest first."""
        return self.list(request, *args, **kwargs)

    @extend_schema(
        summary="Create a game",
        request=Creating,
        responses={201: CreatedGame, **WRITE_REFUSALS},
        parameters=[],
        filters=False,
    )
    def post(self, request: Request) -> Response:
        """Begin a new game, whose host you are; bots sit down at once."""
        said = read_fields(request.data, Creating)
        command_id = said.pop("command_id")
        setup = Setup(**said)
        check_setup(setup)
        with count_new_game(request, acting_account(request), setup.seats, command_id):
            made = create_game(setup, request_caller(request), command_id)
        return Response({**made._asdict(), "invite": invite_of(made.game)}, status=201)


class GameView(APIView):
    """One game."""

    is_public = True

    @extend_schema(summary="One game", parameters=[INVITE], responses=GameCard)
    def get(self, request: Request, game_id: str) -> Response:
        """What was agreed on, who sits where, what is waited for until when, how it ended, where its log ends."""
        card: Json = see_card(game_id, request_viewer(request, game_id))
        return Response(card)


class BotsView(APIView):
    """The bots."""

    is_public = True

    @extend_schema(summary="Bots", responses=Bots)
    def get(self, request: Request) -> Response:
        """The programs that can take a seat, game by game."""
        return Response({"games": [_bots_as_json(game) for game in registered()]})


def _bots_as_json(game: AnyGame) -> Json:
    bots = [{"name": name, "about": getdoc(bot) or ""} for name, bot in game.bots.items()]
    return {"key": game.key, "rules_version": game.rules_version, "bots": bots}
