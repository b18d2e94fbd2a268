"""Commands: everything by which a game goes on. Each is one service call, and its answer the end of the log. Also for
several people on one device: seating guests, and handing the device over.
"""

from typing import Any, ClassVar

from django.http import JsonResponse
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.protocol import Json
from engine.result import AS_STANDS, FORFEIT
from games.accounts.authentication import request_account, request_caller
from games.accounts.callers import Caller
from games.accounts.devices import hand_over
from games.accounts.tokens import ORGANISE, PLAY
from games.api.schema import WRITE_REFUSALS
from games.api.serializers import HASH, Body, Command, Receipt, read_fields
from games.play.commands import Receipt as Made
from games.play.deals import require_commitment
from games.play.lifecycle import abort_game, adjudicate, start_game
from games.play.moves import enter_roll, make_move
from games.play.seats import join_game, leave_seat
from games.play.serializers import HandingOver, SeatingHere
from games.play.shared_device import account_on_seat, seat_guest
from games.texts import LONGEST_REASON


class Joining(Command):
    """Taking a seat."""

    contribution = serializers.RegexField(
        r"^([0-9a-f]{32})?$", default="", help_text="32 random hex digits of your own, which go into the dice."
    )
    commitment = serializers.RegexField(
        HASH, allow_null=True, default=None, help_text="That of the game's deal, seen before; needed to contribute."
    )
    seat = serializers.IntegerField(allow_null=True, default=None, help_text="The first free one if none is named.")
    invite = serializers.CharField(allow_null=True, default=None, help_text="Needed unless everybody may see the game.")


class Leaving(Command):
    """Giving up a seat."""

    seat = serializers.IntegerField()


class Acting(Command):
    """What a seat does."""

    action = serializers.DictField(help_text="As `options` lists it: a `kind`, your `seat`, and what belongs to it.")
    answers = serializers.IntegerField(
        allow_null=True, default=None, help_text="The event that asked; only who resigns may leave it out."
    )


class EnteringRoll(Command):
    """What dice on the table show."""

    roll = serializers.DictField()
    answers = serializers.IntegerField(allow_null=True, default=None)


class Adjudicating(Command):
    """A decision about a running game."""

    how = serializers.ChoiceField((AS_STANDS, FORFEIT))
    seats = serializers.ListField(child=serializers.IntegerField(), default=[], help_text="Those that forfeit it.")
    reason = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_REASON)


class CommandView(APIView):
    """One command; the subclass says what its body holds and which service carries it out."""

    scope = PLAY
    throttle_scope = "commands"
    shape: ClassVar[type[Body]] = Command

    def post(self, request: Request, game_id: str) -> JsonResponse:
        """Carry out the command."""
        said = read_fields(request.data, self.shape)
        made = self.carry_out(game_id, request_caller(request, game_id), said)
        return JsonResponse(made._asdict())

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Call the service."""
        raise NotImplementedError


def _documented(shape: type[Body], summary: str) -> Any:
    """The documentation of a command."""
    responses = {200: Receipt, **WRITE_REFUSALS}
    return extend_schema_view(post=extend_schema(request=shape, responses=responses, summary=summary))


@_documented(Joining, "Take a seat")
class JoinView(CommandView):
    """Take a seat before the start, adding to the dice; whoever sits there already may add anew."""

    shape = Joining

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Take the seat."""
        contribution, commitment = said.get("contribution", ""), said.get("commitment")
        require_commitment(contribution, commitment)
        seat, invite = said.get("seat"), said.get("invite")
        return join_game(game_id, by, said["command_id"], contribution, seat, invite, commitment)


@_documented(Leaving, "Give up a seat")
class LeaveView(CommandView):
    """Give up a seat before the start."""

    shape = Leaving

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Give the seat up."""
        return leave_seat(game_id, by, said["command_id"], said["seat"])


@_documented(Command, "Start")
class StartView(CommandView):
    """Begin to play; only the host can."""

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Start the game."""
        return start_game(game_id, by, said["command_id"])


@_documented(Command, "Call off")
class AbortView(CommandView):
    """Call a game off before it has started; only the host can."""

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Call the game off."""
        return abort_game(game_id, by, said["command_id"])


@_documented(Acting, "Act")
class ActView(CommandView):
    """Do something with your seat; what it may do is listed under `options`."""

    shape = Acting

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Act."""
        return make_move(game_id, by, said["command_id"], said["action"], said.get("answers"))


@_documented(EnteringRoll, "Enter a roll of dice on the table")
class EnterRollView(CommandView):
    """Enter what dice on the table show; the host, the club's scorekeepers and whoever must roll can."""

    shape = EnteringRoll

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Enter the roll."""
        return enter_roll(game_id, by, said["command_id"], said["roll"], said.get("answers"))


@_documented(Adjudicating, "End by decision")
class AdjudicateView(CommandView):
    """End a running game by decision; for staff who do not play in it."""

    scope = ORGANISE
    shape = Adjudicating

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Decide."""
        seats, reason = said.get("seats", []), said.get("reason", "")
        return adjudicate(game_id, by, said["command_id"], said["how"], seats, reason)


class GuestsHereView(APIView):
    """Guests on your device."""

    scope = read_scope = None
    throttle_scope = "guests"

    @extend_schema(
        summary="Seat somebody else who plays on this device",
        request=SeatingHere,
        responses={200: Receipt, **WRITE_REFUSALS},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Make a guest and let them take a seat for guests, at a table at which you sit or whose host you are."""
        said = read_fields(request.data, SeatingHere)
        contribution, commitment = said.get("contribution", ""), said.get("commitment")
        require_commitment(contribution, commitment)
        made = seat_guest(
            request.session,
            request_account(request),
            game_id,
            said["command_id"],
            said["display_name"],
            said["seat"],
            contribution,
            commitment,
        )
        return Response(made._asdict())


class HandOverView(APIView):
    """Who holds the device."""

    scope = read_scope = None

    @extend_schema(summary="Hand the device over", request=HandingOver, responses={204: None})
    def post(self, request: Request, game_id: str) -> Response:
        """From now on, what is done at this table on this device is done by whoever sits there."""
        seat = read_fields(request.data, HandingOver)["seat"]
        hand_over(request.session, request_account(request), game_id, account_on_seat(game_id, seat))
        return Response(status=204)
