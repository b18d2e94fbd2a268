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
from tournaments.events.serializers import request_bodies as bodies
from tournaments.events.serializers import response_schemas as shapes
from tournaments.events.services.deals import contribute_to_round
from tournaments.events.services.entrants import (
    allow_pair,
    check_in,
    enter,
    enter_other,
    forbid_pair,
    remove_entrant,
    return_entrant,
    withdraw,
)
from tournaments.events.services.rounds import pair_again, publish_round, start_table, unpublish_round
from tournaments.events.services.schedule import cancel, extend_round, pause, reopen_last_round, resume, start_early
from tournaments.events.services.tournaments import publish_tournament, unpublish_tournament

Service = Callable[..., Any]


class CommandToTournament(APIView):
    """One command; `made` gives each its shape and its service."""

    scope = ORGANISE
    throttle_scope = "commands"
    shape: type[Body] = Command
    service: Service

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


def command_view(
    name: str, summary: str, says: str, service: Service, shape: type[Body] = Command, scope: str = ORGANISE
) -> Any:
    """The view of a command; commands about results are made with it in `tournaments.desk.result_api`."""
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


def _enter_by_handle(tournament_id: str, by: Caller, **said: Any) -> Any:
    """Enter somebody else; an account is named by its handle, as everywhere in the interface."""
    return enter_other(tournament_id, by, account=said.pop("handle", None), **said)


def _start_table_of_round(tournament_id: str, by: Caller, **said: Any) -> Any:
    """Start a table without somebody."""
    number = said.pop("round", None)
    return start_table(tournament_id, by, **said, round_number=number)


COMMANDS: Final[dict[str, Any]] = {
    "publish": command_view("publish", "Publish a tournament", "From then on the clock runs it.", publish_tournament),
    "unpublish": command_view("unpublish", "Make it a draft again", "Unless people are in.", unpublish_tournament),
    "enter": command_view("enter", "Enter", "Take part yourself.", enter, bodies.Entering, PLAY),
    "withdraw": command_view("withdraw", "Withdraw", "A game that was begun goes on.", withdraw, scope=PLAY),
    "check-in": command_view("check_in", "Check in", "Say that you are there.", check_in, bodies.CheckingIn, PLAY),
    "check-in-other": command_view(
        "check_in_other", "Check somebody in", "For those who run it.", check_in, bodies.NamingEntrant
    ),
    "enter-other": command_view(
        "enter_other", "Enter somebody else", "For those who run it.", _enter_by_handle, bodies.EnteringOther
    ),
    "remove": command_view(
        "remove", "Take somebody out", "For those who run it.", remove_entrant, bodies.RemovingEntrant
    ),
    "return": command_view(
        "return", "Let somebody back in", "For those who run it.", return_entrant, bodies.NamingEntrant
    ),
    "forbid-pair": command_view(
        "forbid_pair", "Keep two apart", "From the next pairing on.", forbid_pair, bodies.NamingPair
    ),
    "allow-pair": command_view("allow_pair", "Let two meet", "After all.", allow_pair, bodies.NamingPair),
    "start": command_view("start", "Start early", "The tournament, or its next round.", start_early),
    "extend": command_view("extend", "Extend the round", "Or shorten it.", extend_round, bodies.ExtendingRound),
    "pause": command_view("pause", "Pause", "The round's time stands still; games that are on go on.", pause),
    "resume": command_view("resume", "Resume", "Everything to come is later by the pause.", resume),
    "cancel": command_view("cancel", "Call it off", "For good.", cancel, bodies.Cancelling),
    "pair-again": command_view("pair_again", "Pair again", "What is only prepared.", pair_again),
    "publish-round": command_view("publish_round", "Publish the pairings", "Of the next round.", publish_round),
    "unpublish-round": command_view(
        "unpublish_round", "Take the pairings back", "Until the first move.", unpublish_round
    ),
    "start-table": command_view(
        "start_table",
        "Start a table without somebody",
        "One of three or four at which two have sat down; never your own.",
        _start_table_of_round,
        bodies.StartingTable,
    ),
    "reopen": command_view(
        "reopen",
        "Open the last round again",
        "With other dice where all had the same.",
        reopen_last_round,
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
        contribute_to_round(tournament_id, request_caller(request), said["contribution"], said["commitment"])
        return Response(status=204)
