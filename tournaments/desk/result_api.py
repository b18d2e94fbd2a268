"""Results of tables that organisers enter, override or take back, for programs, and what that would change."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.errors import Malformed
from games.accounts.authentication import request_viewer
from games.accounts.callers import Caller, Viewer
from games.accounts.tokens import ORGANISE
from games.api.schema import WRITE_REFUSALS
from games.api.serializers import read_fields
from tournaments.desk.preview import Preview
from tournaments.desk.serializers import PreviewShape, preview_as_json
from tournaments.desk.shown_preview import shown_preview
from tournaments.desk.table_preview import foresee_decision, is_foreseen, was_carried_out
from tournaments.events.api.commands import command_view
from tournaments.events.log.commands import Receipt
from tournaments.events.refusals import result_stale
from tournaments.events.selectors.console import replaces_result
from tournaments.events.selectors.visibility import see_as_organiser
from tournaments.events.serializers.request_bodies import (
    EnteringResult,
    ForeseeingResult,
    OverridingResult,
    TakingBackResult,
)
from tournaments.events.services import results
from tournaments.events.services.results import enter_paper_result, override_result, take_back_result


class PreviewOfResult(APIView):
    """What another result of a table would change."""

    scope = ORGANISE
    throttle_scope = "verify"

    @extend_schema(
        operation_id="tournament_preview_result",
        summary="What another result of a table would change",
        request=ForeseeingResult,
        responses={200: PreviewShape, **WRITE_REFUSALS},
    )
    def post(self, request: Request, tournament_id: str) -> Response:
        """Every standing, rating and solo run that would change; for those who may enter the result. Nothing is
        written."""
        said, who = read_fields(request.data, ForeseeingResult), request_viewer(request)
        preview = _preview(tournament_id, who, said.pop("is_taken_back", False), **said)
        return Response(preview_as_json(shown_preview(preview, who)))


def _preview(
    tournament_id: str,
    who: Viewer,
    is_taken_back: Any,
    table: Any,
    seats: Any = (),
    is_void: Any = False,
    round: Any = None,  # as the interface calls it
) -> Preview:
    tournament = (seen := see_as_organiser(tournament_id, who)).tournament
    number = tournament.round if round is None else round
    if is_taken_back:
        if seats or is_void:
            raise Malformed("result/taken-back", "A result that is taken back has no places, and is not made void.")
        return foresee_decision(results.decide_taking_back(tournament, who.account, table, number))
    is_named = type(table) is int and type(number) is int
    if is_void or not is_named or replaces_result(seen, number, table):
        return foresee_decision(results.decide_override(tournament, who.account, table, seats, number, is_void))
    return foresee_decision(results.decide_paper_result(tournament, who.account, table, seats))


def enter_foreseen_result(
    tournament_id: str, by: Caller, command_id: str, foreseen: Any = None, **said: Any
) -> Receipt:
    """Enter a result from paper."""
    _require_foreseen(tournament_id, by, command_id, foreseen, False, table=said["table"], seats=said["seats"])
    return enter_paper_result(tournament_id, by, command_id, **said)


def override_with_foreseen_result(
    tournament_id: str, by: Caller, command_id: str, foreseen: Any = None, **said: Any
) -> Receipt:
    """Put another result in the place of one."""
    asked = {name: said[name] for name in ("table", "seats", "is_void", "round") if name in said}
    _require_foreseen(tournament_id, by, command_id, foreseen, False, **asked)
    number = said.pop("round", None)
    return override_result(tournament_id, by, command_id, **{"seats": (), **said}, round_number=number)


def take_back_foreseen_result(
    tournament_id: str, by: Caller, command_id: str, foreseen: Any = None, **said: Any
) -> Receipt:
    """Take back a result that was entered."""
    number = said.pop("round", None)
    _require_foreseen(tournament_id, by, command_id, foreseen, True, table=said["table"], round=number)
    return take_back_result(tournament_id, by, command_id, **said, round_number=number)


def _require_foreseen(
    tournament_id: str, by: Caller, command_id: str, foreseen: Any, is_taken_back: bool, **asked: Any
) -> None:
    """Refuse a decision if something else would change than was seen."""
    if not foreseen or was_carried_out(tournament_id, command_id):
        return
    preview = _preview(tournament_id, Viewer(by.account), is_taken_back, **asked)
    if not is_foreseen(tournament_id, command_id, foreseen, preview):
        raise result_stale()


RESULT_COMMANDS: Final[dict[str, Any]] = {
    "paper-result": command_view(
        "paper_result",
        "Enter a paper result",
        "Never of your own.",
        enter_foreseen_result,
        EnteringResult,
    ),
    "override-result": command_view(
        "override_result",
        "Override a result",
        "It counts in standings and ratings until it is taken back. Never of your own.",
        override_with_foreseen_result,
        OverridingResult,
    ),
    "take-back-result": command_view(
        "take_back_result",
        "Take back a result that was entered",
        "What was played counts again, or nothing. Never of your own.",
        take_back_foreseen_result,
        TakingBackResult,
    ),
}
