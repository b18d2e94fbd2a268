"""The result of one table, entered by organisers: from paper, in the place of one that must not stand, or taken
back. What it changes is shown before anything is written."""

from typing import Final, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine.errors import Refused
from games.accounts.visitors import VERIFY, caller_at, count_command, count_request, viewer_at
from games.forms import command_of, refusals_in_form
from games.refusals import Conflict, translated_refusal
from tournaments.desk.preview import Preview
from tournaments.desk.result_forms import DecisionForm, ResultForm
from tournaments.desk.shown_preview import shown_preview
from tournaments.desk.table_preview import foresee_decision, is_foreseen, was_carried_out
from tournaments.events.refusals import result_stale, wrong_moment
from tournaments.events.selectors.console import replaces_result
from tournaments.events.selectors.entrants import entrant_names
from tournaments.events.selectors.rounds import RoundShown, TableShown, see_round, see_table_to_decide
from tournaments.events.selectors.visibility import SeenTournament, see_as_organiser
from tournaments.events.services.results import (
    Decision,
    decide_override,
    decide_paper_result,
    decide_taking_back,
    enter_paper_result,
    override_result,
    refuse_outdated,
    take_back_result,
)
from tournaments.events.statuses import FINISHED, RUNNING
from tournaments.events.views.tournaments import tournament_context
from tournaments.variants import DUEL

PAPER_COMMAND: Final = "paper"
"""The command that enters a first result."""


class _DecidedTable(NamedTuple):
    """The table that a page is about."""

    seen: SeenTournament
    round: RoundShown
    table: TableShown
    is_ruling: bool
    """Whether a result takes the place of something."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_result(request: HttpRequest, tournament_id: str, number: int, table: int) -> HttpResponse:
    """The form in which the result of a table is entered, or another put in its place; then what that would change."""
    at = _table_at(request, tournament_id, number, table)
    is_duel = at.seen.settings.variant == DUEL
    form = ResultForm(at.table, at.is_ruling, is_duel, request.POST or None)
    if request.method == "POST":
        count_command(request)
        if form.is_valid() and request.POST.get("step") != "change":
            with refusals_in_form(form):
                return _preview_or_enter(request, at, form)
    # As long as the form has not been looked at with what it changes, it is about the result that it was opened with.
    opened = {"seq": request.POST.get("expected") or at.seen.tournament.seq}
    context = {**_table_context(request, at), **opened, "form": form, "is_duel": is_duel}
    return render(request, "tournaments/desk/result.html", context, status=400 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_back(request: HttpRequest, tournament_id: str, number: int, table: int) -> HttpResponse:
    """Let a result count no more that an organiser has entered, after a look at what that would change."""
    at = _table_at(request, tournament_id, number, table)
    form = DecisionForm(request.POST or None)
    count_request(request, VERIFY)
    if was_carried_out(tournament_id, command_of(request, "take-back")):
        return redirect("tournament-round", tournament_id, number)
    preview = foresee_decision(decide_taking_back(at.seen.tournament, caller_at(request).account, table, number))
    if request.method == "POST":
        count_command(request)
        if form.is_valid() and _was_taken_back(request, at, form, preview):
            messages.success(request, _("The result is taken back."))
            return redirect("tournament-round", tournament_id, number)
    context = {**_table_context(request, at), "form": form, "preview": shown_preview(preview, viewer_at(request))}
    return render(request, "tournaments/desk/result_back.html", context, status=400 if form.errors else 200)


def _table_at(request: HttpRequest, tournament_id: str, number: int, table: int) -> _DecidedTable:
    seen = see_as_organiser(tournament_id, viewer_at(request))
    shown = see_round(seen, number, entrant_names(seen))
    if seen.tournament.status not in (RUNNING, FINISHED):
        raise wrong_moment()
    # What this very form has entered from paper already makes no ruling of it.
    is_again = was_carried_out(tournament_id, command_of(request, PAPER_COMMAND))
    return _DecidedTable(
        seen, shown, see_table_to_decide(shown, table), replaces_result(seen, number, table) and not is_again
    )


def _table_context(request: HttpRequest, at: _DecidedTable) -> dict[str, object]:
    about = tournament_context(request, at.seen)
    return {**about, "round": at.round, "table": at.table, "is_ruling": at.is_ruling, "seq": at.seen.tournament.seq}


def _preview_or_enter(request: HttpRequest, at: _DecidedTable, form: ResultForm) -> HttpResponse:
    """What a result would change, anew if something else would than was seen before; then it is entered."""
    count_request(request, VERIFY)
    refusal: Refused | None = None
    tournament, command, is_decided = (
        at.seen.tournament.pk,
        _command_id(request, at),
        request.POST.get("step") == "enter",
    )
    if is_decided and was_carried_out(tournament, command):
        return _entered(request, at, form)
    decision = _decision(request, at, form)
    preview = foresee_decision(decision)
    if is_decided:
        if is_foreseen(tournament, command, form.cleaned_data["foreseen"], preview):
            return _entered(request, at, form)
        refusal = result_stale()
    else:
        refusal = _refusal_if_outdated(decision, form)
    context = {**_table_context(request, at), "form": form, "preview": shown_preview(preview, viewer_at(request))}
    context |= {"refusal": translated_refusal(refusal) if refusal else ""}
    return render(request, "tournaments/desk/result_preview.html", context, status=409 if refusal else 200)


def _refusal_if_outdated(decision: Decision, form: ResultForm) -> Refused | None:
    """What is said if the table has got another result since the form was opened, of which something still stands in
    it."""
    try:
        refuse_outdated(decision.table, form.cleaned_data["expected"])
    except Conflict as refusal:
        return refusal
    return None


def _decision(request: HttpRequest, at: _DecidedTable, form: ResultForm) -> Decision:
    tournament, account, table = at.seen.tournament, caller_at(request).account, at.table.number
    if at.is_ruling:
        return decide_override(tournament, account, table, form.seats, at.round.number, form.is_void)
    return decide_paper_result(tournament, account, table, form.seats)


def _command_id(request: HttpRequest, at: _DecidedTable) -> str:
    return command_of(request, "override-result" if at.is_ruling else PAPER_COMMAND)


def _entered(request: HttpRequest, at: _DecidedTable, form: ResultForm) -> HttpResponse:
    """Enter the result; once, however often the form is sent."""
    tournament, by, said, table = at.seen.tournament.pk, caller_at(request), form.cleaned_data, at.table.number
    command, reason, expected = _command_id(request, at), said["reason"], said["expected"]
    if at.is_ruling:
        number = at.round.number
        override_result(tournament, by, command, table, form.seats, reason, number, form.is_void, expected)
    else:
        enter_paper_result(tournament, by, command, table, form.seats, reason, expected)
    messages.success(request, _("The result is entered."))
    return redirect("tournament-round", tournament, at.round.number)


def _was_taken_back(request: HttpRequest, at: _DecidedTable, form: DecisionForm, preview: Preview) -> bool:
    """Whether the result could be taken back; why not is told beside the form."""
    tournament, said, command = at.seen.tournament.pk, form.cleaned_data, command_of(request, "take-back")
    with refusals_in_form(form):
        if not is_foreseen(tournament, command, said["foreseen"], preview):
            raise result_stale()
        take_back_result(
            tournament, caller_at(request), command, at.table.number, said["reason"], at.round.number, said["expected"]
        )
    return form.is_valid()
