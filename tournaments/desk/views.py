"""The desk at which disputes are decided: the queue, one case, and a ruling that is looked at before it is given."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import Refused
from games.accounts.callers import Viewer
from games.accounts.visitors import VERIFY, caller_at, count_command, count_request, viewer_at
from games.disputes.checks import no_such_dispute, no_such_ruling, not_asked, ruling_of_staff, still_running
from games.disputes.selectors import SeenCase, require_desk, see_case, see_dispute
from games.disputes.services import give_ruling, reverse_ruling
from games.forms import command_of, refusals_in_form
from games.integrity.audit.game_explanation import explain_audit
from games.log.disputes import WAITING
from games.page_parts import page_number
from games.play.replay import see_replay
from games.records.explanation import explain_clocks, explain_game, summary_of_checks
from games.refusals import translated_refusal
from tournaments.desk.forms import ReasonForm, RulingForm
from tournaments.desk.ruling_preview import (
    foresee_reversal,
    is_foreseen,
    preview_reversal,
    preview_ruling,
    require_foreseen,
    stale_preview,
)
from tournaments.desk.selectors import SHOWS, clubs_with_desk, queue_page, where_played
from tournaments.desk.shown_preview import shown_preview


@never_cache
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """The queue of disputes."""
    viewer, club = viewer_at(request), request.GET.get("club", "")
    show = request.GET.get("show", WAITING)
    show = show if show in SHOWS else WAITING
    page = queue_page(viewer, show, club, page_number(request))
    context = {"page": page, "show": show, "shows": list(SHOWS), "club": club, "clubs": clubs_with_desk(viewer)}
    return render(request, "tournaments/desk/desk.html", context)


@never_cache
@require_safe
def dispute(request: HttpRequest, game_id: str, seq: int) -> HttpResponse:
    """One dispute: the game at that event, what was said, what can be checked, and the form for a ruling."""
    return _case(request, game_id, seq)


@never_cache
@require_safe
def case(request: HttpRequest, game_id: str) -> HttpResponse:
    """All disputes and rulings of a game, and the form for a ruling that nobody has asked for."""
    return _case(request, game_id, None)


@never_cache
@require_POST
def decide(request: HttpRequest, game_id: str) -> HttpResponse:
    """Look at what a ruling would change, then give it; or go back and say it differently."""
    count_command(request)
    viewer = viewer_at(request)
    seen = see_case(game_id, viewer)
    require_desk(seen)
    seq = _dispute_in(request)
    if seq is None and not seen.is_over:
        raise still_running()
    if seq is None and not seen.may_rule_unasked:
        raise not_asked()
    form = _ruling_form(request.POST, seen, seq)
    if not form.is_valid() or request.POST.get("step") == "change":
        return _case(request, game_id, seq, form)
    count_request(request, VERIFY)
    with refusals_in_form(form):
        if request.POST.get("step") != "give":
            return _preview(request, seen, form, viewer)
        if not _is_foreseen(request, game_id, form, viewer):
            return _preview(request, seen, form, viewer, stale_preview())
        _give(request, game_id, form)
    if not form.is_valid():
        return _case(request, game_id, seq, form)
    messages.success(request, _("The ruling is given."))
    return redirect("desk-dispute", game_id, seq) if seq else redirect("desk-game", game_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def reverse(request: HttpRequest, game_id: str, ruling: int) -> HttpResponse:
    """Let a ruling count no more, after a look at what that would change."""
    viewer = viewer_at(request)
    seen = see_case(game_id, viewer)
    require_desk(seen)
    given = next((one for one in seen.rulings if one.seq == ruling), None)
    if given is None:
        raise no_such_ruling()
    if given.is_in_force and not given.may_reverse:
        raise ruling_of_staff()
    count_request(request, VERIFY)
    form = ReasonForm(request.POST or None, seen.seq)
    if request.method == "POST":
        count_command(request)
        if form.is_valid() and _is_reversed(request, game_id, ruling, form, viewer):
            messages.success(request, _("The ruling counts no more."))
            return redirect("desk-game", game_id)
    preview = shown_preview(foresee_reversal(game_id, ruling), viewer)
    context = {"game": game_id, "seq": seen.seq, "ruling": given, "form": form, "preview": preview}
    return render(request, "tournaments/desk/reverse.html", context, status=400 if form.errors else 200)


def _case(request: HttpRequest, game_id: str, seq: int | None, form: RulingForm | None = None) -> HttpResponse:
    count_request(request, VERIFY)
    viewer = viewer_at(request)
    seen = see_case(game_id, viewer)
    require_desk(seen)
    flag = None if seq is None else see_dispute(game_id, seq, viewer)
    steps = [*explain_game(game_id, viewer), explain_clocks(game_id, viewer), explain_audit(game_id)]
    shown = see_replay(game_id, viewer, flag.at if flag else None)
    context: dict[str, Any] = {
        **shown,
        **summary_of_checks(steps),
        **where_played(shown["card"]),
        "case": seen,
        "flag": flag,
        "form": form or _ruling_form(None, seen, seq),
        "is_waiting": flag is None or flag.status == WAITING,
        "may_rule": seen.may_rule_unasked if flag is None else flag.may_rule,
    }
    is_refused = form is not None and bool(form.errors)
    return render(request, "tournaments/desk/dispute.html", context, status=400 if is_refused else 200)


def _ruling_form(data: Any, seen: SeenCase, seq: int | None) -> RulingForm:
    return RulingForm(data, seen.seq, seen.names, seq, seen.is_over)


def _preview(
    request: HttpRequest, seen: SeenCase, form: RulingForm, viewer: Viewer, refusal: Refused | None = None
) -> HttpResponse:
    """What a ruling would change, anew if something else would than was seen before."""
    how, seats = form.verdict
    context = {
        "game": seen.game,
        "form": form,
        "how": how,
        "names": [seen.names[seat] for seat in seats],
        "preview": shown_preview(preview_ruling(seen.game, viewer, how, seats, form.cleaned_data["dispute"]), viewer),
        "refusal": translated_refusal(refusal) if refusal else "",
    }
    return render(request, "tournaments/desk/rule.html", context, status=409 if refusal else 200)


def _is_foreseen(request: HttpRequest, game_id: str, form: RulingForm, viewer: Viewer) -> bool:
    """Whether the ruling still changes what was seen before."""
    said, command = form.cleaned_data, command_of(request, "rule")
    how, seats = form.verdict
    look = partial(preview_ruling, game_id, viewer, how, seats, said["dispute"])
    return is_foreseen(game_id, command, said["foreseen"], look)


def _give(request: HttpRequest, game_id: str, form: RulingForm) -> None:
    (how, seats), said = form.verdict, form.cleaned_data
    command = command_of(request, "rule")
    give_ruling(game_id, caller_at(request), command, how, seats, said["reason"], said["dispute"], said["expected"])


def _is_reversed(request: HttpRequest, game_id: str, ruling: int, form: ReasonForm, viewer: Viewer) -> bool:
    """Whether the ruling could be reversed; why not is told beside the form."""
    said, command = form.cleaned_data, command_of(request, "reverse")
    with refusals_in_form(form):
        require_foreseen(game_id, command, said["foreseen"], partial(preview_reversal, game_id, viewer, ruling))
        reverse_ruling(game_id, caller_at(request), command, ruling, said["reason"], said["expected"])
    return form.is_valid()


def _dispute_in(request: HttpRequest) -> int | None:
    """The dispute that a form is about."""
    text = request.POST.get("dispute", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise no_such_dispute()
    return int(text)
