"""Games: lists of them, new ones, and one as a card."""

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
from games import models
from games.accounts.tokens import PLAY
from games.api.asking import account, caller, viewer
from games.api.documenting import INVITE, REFUSED, whole
from games.api.filters import GameFilter
from games.api.paging import Newest
from games.api.saying import Command, number_in, said_in
from games.api.shapes import CreatedGame, GameCard, GameSummary
from games.api.throttling import counting_new_game
from games.selectors import awaiting, club_games, games_of, public_games, see_game, summary
from games.selectors.cards import invite_of, known_in, with_players
from games.services import Setup, create
from games.services.callers import PUBLIC, VISIBILITIES
from games.services.setups import DICE, LONGEST, SEAT_KINDS, SERVER, SHORTEST, check_setup


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
        allow_null=True, default=None, min_value=SHORTEST, max_value=LONGEST, help_text="The time for a decision."
    )
    timeout = serializers.CharField(allow_null=True, default=None, help_text="What happens when it runs out.")
    rated = serializers.BooleanField(default=False)
    visibility = serializers.ChoiceField(VISIBILITIES, default=PUBLIC)
    dice = serializers.ChoiceField(DICE, default=SERVER)
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
        return summary(instance, self.context["known"])


class KnowsNames(ListAPIView[models.GameCard]):
    """A list of games, each with the names that whoever asks may know; all on a page are asked for at once."""

    serializer_class = Listed
    pagination_class = Newest
    filterset_class = GameFilter

    def paginate_queryset(self, queryset: Any) -> Any:
        """The games of a page."""
        self.shown: Any = super().paginate_queryset(queryset)
        return self.shown

    def get_serializer_context(self) -> dict[str, Any]:
        """Beside the request, whom whoever asks may know by name."""
        return {**super().get_serializer_context(), "known": known_in(self.shown, viewer(self.request))}


class Games(KnowsNames):
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
        is_own, is_turn = number_in(asked, "mine", 0, 1), number_in(asked, "turn", 0, 1)
        if is_own or is_turn:
            account = self.request.user.pk
            if account is None:
                raise NotAuthenticated
            return awaiting(account) if is_turn else games_of(account)
        if (club := asked.get("club")) is None:
            return public_games()
        return club_games(club, viewer(self.request)) if is_id(club) else public_games().none()

    @extend_schema(
        summary="Lists of games",
        parameters=[
            whole("mine", "1 for those in which you have a seat.", 0, 1),
            whole("turn", "1 for those in which you must act now.", 0, 1),
            OpenApiParameter("club", str, description="Those of a club that you may see."),
        ],
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Games that everybody may see, or your own, or those of a club; the newest first."""
        return self.list(request, *args, **kwargs)

    @extend_schema(
        summary="Create a game",
        request=Creating,
        responses={201: CreatedGame, **REFUSED},
        parameters=[],
        filters=False,
    )
    def post(self, request: Request) -> Response:
        """Begin a new game, whose host you are; bots sit down at once."""
        said = said_in(request.data, Creating)
        command_id = said.pop("command_id")
        setup = Setup(**said)
        check_setup(setup)
        with counting_new_game(request, account(request), setup.seats, command_id):
            made = create(setup, caller(request), command_id)
        return Response({**made._asdict(), "invite": invite_of(made.game)}, status=201)


class OneGame(APIView):
    """One game."""

    is_public = True

    @extend_schema(summary="One game", parameters=[INVITE], responses=GameCard)
    def get(self, request: Request, game_id: str) -> Response:
        """What was agreed on, who sits where, what is waited for until when, how it ended, where its log ends."""
        card: Json = see_game(game_id, viewer(request, game_id))
        return Response(card)
