"""Commands to a tournament: each is one service call, and its answer a place in the tournament's log."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Malformed
from engine.protocol import Json
from games.accounts.authentication import request_caller
from games.accounts.callers import Caller
from games.accounts.tokens import ORGANISE, PLAY
from games.api.schema import WRITE_REFUSALS
from games.api.serializers import Body, Command, read_fields
from games.play.deals import require_commitment
from tournaments import services
from tournaments.api import results
from tournaments.api import tournament_bodies as bodies
from tournaments.api import tournament_shapes as shapes

Carry = Callable[..., Any]


class CommandToTournament(APIView):
    """One command; `made` gives each its shape and its service."""

    scope = ORGANISE
    throttle_scope = "commands"
    shape: type[Body] = Command
    service: Carry

    def carry_out(self, request: Request, tournament_id: str) -> Response:
        """Carry out the command."""
        said = read_times(read_fields(request.data, self.shape))
        if "contribution" in said:
            require_commitment(said["contribution"], said.get("commitment"))
        return Response(type(self).service(tournament_id, request_caller(request), **said)._asdict())


def read_times(said: Json) -> Json:
    """What was said, with times as times."""
    return {name: read_moment(value) if name == "closes_at" else value for name, value in said.items()}


def read_moment(value: Any) -> datetime:
    """A time with its zone, as RFC 3339 writes it."""
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        moment = None
    if moment is None or moment.tzinfo is None:
        raise Malformed("request/time", "A time is written like 2026-11-30T19:00:00Z, with its zone.")
    return moment


def _made(
    name: str, summary: str, says: str, service: Carry, shape: type[Body] = Command, scope: str = ORGANISE
) -> Any:
    """The view of a command."""
    answers: dict[int, Any] = {200: shapes.TournamentReceipt}

    # Of each view its own: what documents it is kept with the function.
    @extend_schema(
        operation_id=f"tournament_{name}",
        summary=summary,
        description=says,
        request=shape,
        responses={**answers, **WRITE_REFUSALS},
    )
    def post(self: CommandToTournament, request: Request, tournament_id: str) -> Response:
        return self.carry_out(request, tournament_id)

    members = {"__doc__": says, "shape": shape, "service": staticmethod(service), "scope": scope, "post": post}
    return type(f"Tournament{name.title().replace('_', '')}", (CommandToTournament,), members)


def _enter_other(tournament_id: str, by: Caller, **said: Any) -> Any:
    """Enter somebody else; an account is named by its handle, as everywhere in the interface."""
    return services.enter_other(tournament_id, by, account=said.pop("handle", None), **said)


def _start_table(tournament_id: str, by: Caller, **said: Any) -> Any:
    """Start a table without somebody."""
    number = said.pop("round", None)
    return services.start_table(tournament_id, by, **said, round_number=number)


COMMANDS: Final[dict[str, Any]] = {
    "publish": _made("publish", "Publish a tournament", "From then on the clock runs it.", services.publish_tournament),
    "unpublish": _made("unpublish", "Make it a draft again", "Unless people are in.", services.unpublish_tournament),
    "enter": _made("enter", "Enter", "Take part yourself.", services.enter, bodies.Entering, PLAY),
    "withdraw": _made("withdraw", "Withdraw", "A game that was begun goes on.", services.withdraw, scope=PLAY),
    "check-in": _made("check_in", "Check in", "Say that you are there.", services.check_in, bodies.CheckingIn, PLAY),
    "check-in-other": _made(
        "check_in_other", "Check somebody in", "For those who run it.", services.check_in, bodies.NamingEntrant
    ),
    "enter-other": _made(
        "enter_other", "Enter somebody else", "For those who run it.", _enter_other, bodies.EnteringOther
    ),
    "remove": _made(
        "remove", "Take somebody out", "For those who run it.", services.remove_entrant, bodies.RemovingEntrant
    ),
    "return": _made(
        "return", "Let somebody back in", "For those who run it.", services.return_entrant, bodies.NamingEntrant
    ),
    "forbid-pair": _made(
        "forbid_pair", "Keep two apart", "From the next pairing on.", services.forbid_pair, bodies.NamingPair
    ),
    "allow-pair": _made("allow_pair", "Let two meet", "After all.", services.allow_pair, bodies.NamingPair),
    "start": _made("start", "Start early", "The tournament, or its next round.", services.start_early),
    "extend": _made("extend", "Extend the round", "Or shorten it.", services.extend_round, bodies.ExtendingRound),
    "pause": _made("pause", "Pause", "The round's time stands still; games that are on go on.", services.pause),
    "resume": _made("resume", "Resume", "Everything to come is later by the pause.", services.resume),
    "cancel": _made("cancel", "Call it off", "For good.", services.cancel, bodies.Cancelling),
    "pair-again": _made("pair_again", "Pair again", "What is only prepared.", services.pair_again),
    "publish-round": _made("publish_round", "Publish the pairings", "Of the next round.", services.publish_round),
    "unpublish-round": _made(
        "unpublish_round", "Take the pairings back", "Until the first move.", services.unpublish_round
    ),
    "start-table": _made(
        "start_table",
        "Start a table without somebody",
        "One of three or four at which two have sat down; never your own.",
        _start_table,
        bodies.StartingTable,
    ),
    "paper-result": _made(
        "paper_result", "Enter a paper result", "Never of your own.", results.enter, bodies.EnteringResult
    ),
    "override-result": _made(
        "override_result",
        "Override a result",
        "It counts in standings and ratings until it is taken back. Never of your own.",
        results.override,
        bodies.OverridingResult,
    ),
    "take-back-result": _made(
        "take_back_result",
        "Take back a result that was entered",
        "What was played counts again, or nothing. Never of your own.",
        results.take_back,
        bodies.TakingBackResult,
    ),
    "reopen": _made(
        "reopen",
        "Open the last round again",
        "With other dice where all had the same.",
        services.reopen_last_round,
        bodies.ReopeningRound,
    ),
}


class Contribute(APIView):
    """Adding to the dice of the next round."""

    scope = PLAY
    throttle_scope = "commands"

    @extend_schema(
        operation_id="tournament_contribute",
        summary="Add to the dice",
        request=bodies.Contributing,
        responses={204: None, **WRITE_REFUSALS},
    )
    def post(self, request: Request, tournament_id: str) -> Response:
        """In the place of what you have added before; until the round opens."""
        said = read_fields(request.data, bodies.Contributing)
        require_commitment(said["contribution"], said["commitment"])
        services.contribute_to_round(tournament_id, request_caller(request), said["contribution"], said["commitment"])
        return Response(status=204)
