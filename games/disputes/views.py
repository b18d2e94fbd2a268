"""The pages on which a game is flagged for review at one of its events, and something is said about that."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from engine.errors import Malformed
from games.accounts.visitors import caller_at, count_command, count_look, viewer_at
from games.api.serializers import read_number
from games.disputes.selectors import see_case, see_case_as_party
from games.disputes.services import answer_dispute, open_dispute
from games.forms import command_of, new_command, refusals_as_messages
from games.play.replay import see_replay
from games.refusals import translated_refusal
from games.texts import LONGEST_REASON


class FlagForm(forms.Form):
    """What should be looked into."""

    statement = forms.CharField(
        label=gettext_lazy("What should be looked at, and why?"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea({"rows": 5}),
        help_text=gettext_lazy(
            "Read by those who play in this game, those who run its club, and staff. It can be erased; the log of the"
            " game holds only a fingerprint of it."
        ),
    )
    at = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    """The event that the form shows; others may follow before it is sent."""
    command = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def flag_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """The form in which a game is flagged, with the event that it is about."""
    viewer = viewer_at(request, game_id)
    case, shown = see_case_as_party(game_id, viewer), read_number(request.GET, "at")
    form = FlagForm(request.POST or None, initial={"command": new_command(), "at": shown or case.seq})
    if request.method == "POST":
        count_command(request)
        if form.is_valid() and _is_flagged(request, game_id, form):
            messages.success(request, _("The game is flagged. Whoever runs it will look into it."))
            return redirect(_replay_address(game_id, form.cleaned_data["at"]))
        shown = form.cleaned_data.get("at", shown)
    else:
        count_look(request)
    context = {**see_replay(game_id, viewer, shown), "case": case, "form": form}
    return render(request, "games/disputes/flag.html", context, status=400 if form.errors else 200)


@require_POST
def answer_by_form(request: HttpRequest, game_id: str, dispute: int) -> HttpResponse:
    """Say something about a dispute."""
    count_command(request)
    case = see_case_as_party(game_id, viewer_at(request, game_id))
    statement: Any = request.POST.get("statement", "")
    with refusals_as_messages(request):
        answer_dispute(game_id, caller_at(request, game_id), command_of(request, "answer"), dispute, statement)
        messages.success(request, _("It is noted."))
    found = case.flag(dispute)
    return redirect(_replay_address(game_id, found.at if found else case.seq))


def disputes_context(request: HttpRequest, game_id: str) -> dict[str, Any]:
    """What the pages of a game say of its disputes and rulings."""
    return {"case": see_case(game_id, viewer_at(request, game_id)), "review_command": new_command()}


def _is_flagged(request: HttpRequest, game_id: str, form: FlagForm) -> bool:
    """Whether the game could be flagged; what is wrong with what was said is told beside the form."""
    at, statement = form.cleaned_data["at"], form.cleaned_data["statement"]
    try:
        open_dispute(game_id, caller_at(request, game_id), command_of(request, "flag"), at, statement)
    except Malformed as refusal:
        form.add_error(None, translated_refusal(refusal))
        return False
    return True


def _replay_address(game_id: str, at: int) -> str:
    return f"{reverse('game-replay', args=[game_id])}?at={at}#reviews"
