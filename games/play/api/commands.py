"""Commands: everything by which a game goes on. Each is one service call, and its answer the end of the log. Also for
several people on one device: seating guests, and handing the device over.

A command in its plainest form, a POST of JSON with a token, is let in without the framework's detours. It passes the
same gates as any request, in the same order: token, scope, body, pace. Whatever is in the least unusual, also a token
that does not reach so far, is left to the framework, so that it is refused in the same words everywhere.
"""

from typing import Any, ClassVar, Final, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.protocol import Json
from engine.result import AS_STANDS, FORFEIT
from games.accounts.authentication import SCHEME, request_account, request_caller
from games.accounts.callers import Caller, caller_of
from games.accounts.devices import hand_over
from games.accounts.models import Account
from games.accounts.tokens import ORGANISE, PLAY, find_token, known_token
from games.api.parsing import MOST_BODY_BYTES, StrictJsonParser, read_body, read_object
from games.api.schema import WRITE_REFUSALS
from games.api.serializers import HASH, Body, Command, Receipt, read_fields
from games.api.throttling import count_against_limit
from games.log.sql import Outdated, Proof
from games.play.commands import Receipt as Made
from games.play.deals import require_commitment
from games.play.lifecycle import abort_game, adjudicate, start_game
from games.play.moves import enter_roll, make_move
from games.play.seats import join_game, leave_seat
from games.play.serializers import HandingOver, SeatingHere
from games.play.shared_device import account_on_seat, seat_guest
from games.texts import LONGEST_REASON

ANY_TYPE: Final = "*/*"
JSON_TYPE: Final = StrictJsonParser.media_type
_BEARER: Final = f"{SCHEME} "


class FastPathHolder(NamedTuple):
    """Whose token a plain command holds, and by what that is proven if the token was not looked up."""

    account: Account
    proof: Proof | None = None

    @property
    def caller(self) -> Caller:
        """The program that asks for something."""
        return caller_of(self.account, is_program=True)._replace(proof=self.proof)


def fast_path_holder(request: HttpRequest, scope: str, proves_later: bool = False) -> FastPathHolder | None:
    """Who gives a plain command with a token that reaches so far; None for every other request.

    What is carried out under a lock can be asked for its token there, without a message of its own.
    """
    if not _is_plain(request):
        return None
    secret = request.META["HTTP_AUTHORIZATION"].removeprefix(_BEARER)
    if proves_later and (known := known_token(secret)) is not None and scope in known.token.scopes.split():
        return FastPathHolder(known.token.account, known.proof)
    token = find_token(secret)
    return FastPathHolder(token.account) if token is not None and scope in token.scopes.split() else None


def _is_plain(request: HttpRequest) -> bool:
    said = request.META
    return (
        request.method == "POST"
        and request.content_type == JSON_TYPE
        and said.get("CONTENT_LENGTH", "0") != "0"
        and said.get("HTTP_ACCEPT", ANY_TYPE) in (ANY_TYPE, JSON_TYPE)
        and not said.get("QUERY_STRING")
        and said.get("HTTP_AUTHORIZATION", "").startswith(_BEARER)
    )


def fast_path_body(request: HttpRequest, account: int, throttle_scope: str) -> Json:
    """What a plain command says; refused if it cannot be read, or if there were too many."""
    body = read_object(read_body(request, MOST_BODY_BYTES))
    wait = count_against_limit(throttle_scope, account)
    if wait is not None:
        raise Throttled(wait)
    return body


ALLOWED: Final = "POST, OPTIONS"


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
    proves_later = False
    """Whether the service asks for the token of a program once it has locked the game."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer a program's plain command here, and leave everything else to the framework."""
        holder, body = fast_path_holder(request, self.scope, self.proves_later), None
        try:
            if holder is not None:
                body = fast_path_body(request, holder.account.pk, self.throttle_scope)
                return self._allowed(self._answer(kwargs["game_id"], holder.caller, body))
        except Exception as error:
            if holder is not None and holder.proof is None:
                return self._refusal(error)
            # Whoever was let in from memory learns nothing, not even what is wrong with a command, if that is over.
            holder = fast_path_holder(request, self.scope)
            if holder is not None and not isinstance(error, Outdated):
                return self._refusal(error)
        return (
            self._once_more(holder, body, kwargs["game_id"]) if holder else super().dispatch(request, *args, **kwargs)
        )

    def _once_more(self, holder: FastPathHolder, body: Any, game_id: str) -> HttpResponse:
        """The same with a token that was looked up, since something about it is not as it was remembered."""
        try:
            return self._allowed(self._answer(game_id, holder.caller, body))
        except Exception as error:
            return self._refusal(error)

    def _refusal(self, error: Exception) -> HttpResponse:
        response: HttpResponse | None = self.get_exception_handler()(error, {})
        if response is None:
            raise error
        return self._allowed(response)

    def _allowed(self, response: HttpResponse) -> HttpResponse:
        response.headers["Allow"] = ALLOWED
        return response

    def post(self, request: Request, game_id: str) -> JsonResponse:
        """Carry out the command."""
        return self._answer(game_id, request_caller(request, game_id), request.data)

    def _answer(self, game_id: str, by: Caller, body: Any) -> JsonResponse:
        made = self.carry_out(game_id, by, read_fields(body, self.shape))
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
    proves_later = True

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
