"""Commands: everything by which a game goes on. Each is one service call, and its answer a place in the log."""

from typing import Any, ClassVar, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from engine.protocol import Json
from engine.result import AS_STANDS, FORFEIT
from games.accounts.tokens import ORGANISE, PLAY
from games.api.asking import caller
from games.api.documenting import REFUSED
from games.api.plainly import Holder, plain_body, plain_holder
from games.api.saying import Body, Command, said_in
from games.api.shapes import Receipt
from games.api.shapes.places import HASH
from games.deals import require_commitment
from games.log.statements import Outdated
from games.services import Caller, abort, act, adjudicate, enter_roll, join_table, leave, start
from games.services.adjudicating import LONGEST_REASON
from games.services.commands import Receipt as Made

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
        holder, body = plain_holder(request, self.scope, self.proves_later), None
        try:
            if holder is not None:
                body = plain_body(request, holder.account.pk, self.throttle_scope)
                return self._allowed(self._answer(kwargs["game_id"], holder.caller, body))
        except Exception as error:
            if holder is not None and holder.proof is None:
                return self._refusal(error)
            # Whoever was let in from memory learns nothing, not even what is wrong with a command, if that is over.
            holder = plain_holder(request, self.scope)
            if holder is not None and not isinstance(error, Outdated):
                return self._refusal(error)
        return (
            self._once_more(holder, body, kwargs["game_id"]) if holder else super().dispatch(request, *args, **kwargs)
        )

    def _once_more(self, holder: Holder, body: Any, game_id: str) -> HttpResponse:
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
        return self._answer(game_id, caller(request, game_id), request.data)

    def _answer(self, game_id: str, by: Caller, body: Any) -> JsonResponse:
        made = self.carry_out(game_id, by, said_in(body, self.shape))
        return JsonResponse(made._asdict())

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Call the service."""
        raise NotImplementedError


def _documented(shape: type[Body], summary: str) -> Any:
    """The documentation of a command."""
    responses = {200: Receipt, **REFUSED}
    return extend_schema_view(post=extend_schema(request=shape, responses=responses, summary=summary))


@_documented(Joining, "Take a seat")
class Join(CommandView):
    """Take a seat before the start, adding to the dice; whoever sits there already may add anew."""

    shape = Joining

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Take the seat."""
        contribution, commitment = said.get("contribution", ""), said.get("commitment")
        require_commitment(contribution, commitment)
        seat, invite = said.get("seat"), said.get("invite")
        return join_table(game_id, by, said["command_id"], contribution, seat, invite, commitment)


@_documented(Leaving, "Give up a seat")
class Leave(CommandView):
    """Give up a seat before the start."""

    shape = Leaving

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Give the seat up."""
        return leave(game_id, by, said["command_id"], said["seat"])


@_documented(Command, "Start")
class Start(CommandView):
    """Begin to play; only the host can."""

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Start the game."""
        return start(game_id, by, said["command_id"])


@_documented(Command, "Call off")
class Abort(CommandView):
    """Call a game off before it has started; only the host can."""

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Call the game off."""
        return abort(game_id, by, said["command_id"])


@_documented(Acting, "Act")
class Act(CommandView):
    """Do something with your seat; what it may do is listed under `options`."""

    shape = Acting
    proves_later = True

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Act."""
        return act(game_id, by, said["command_id"], said["action"], said.get("answers"))


@_documented(EnteringRoll, "Enter a roll of dice on the table")
class EnterRoll(CommandView):
    """Enter what dice on the table show; the host, the club's scorekeepers and whoever must roll can."""

    shape = EnteringRoll

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Enter the roll."""
        return enter_roll(game_id, by, said["command_id"], said["roll"], said.get("answers"))


@_documented(Adjudicating, "End by decision")
class Adjudicate(CommandView):
    """End a running game by decision; for staff who do not play in it."""

    scope = ORGANISE
    shape = Adjudicating

    def carry_out(self, game_id: str, by: Caller, said: Json) -> Made:
        """Decide."""
        seats, reason = said.get("seats", []), said.get("reason", "")
        return adjudicate(game_id, by, said["command_id"], said["how"], seats, reason)
