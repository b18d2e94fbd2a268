"""Starting one table now without whoever has not come: an organiser sees who would be left out, and says why."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine.errors import Refused
from games.accounts.visitors import caller_at, count_command, viewer_at
from games.forms import REFUSALS_WITH_OWN_PAGE, command_of, new_command, refusals_in_form
from games.refusals import translated_refusal
from games.texts import LONGEST_REASON
from tournaments.pages.console import back
from tournaments.pages.results import table_to_decide
from tournaments.pages.tournaments import about_tournament
from tournaments.selectors.console import see_as_organiser
from tournaments.selectors.shown import players_of, see_round
from tournaments.selectors.starting import who_would_be_left_out
from tournaments.services import start_table


class StartForm(forms.Form):
    """Why a table starts without somebody; without whom stands beside it, as the page has named them."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("Everybody can read it in the log."),
    )
    command = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"command": new_command()})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, tournament_id: str, number: int, table: int) -> HttpResponse:
    """Ask whether a table is really to start without those who have not come, and start it."""
    seen = see_as_organiser(tournament_id, viewer_at(request))
    players = players_of(seen)
    shown = see_round(seen, number, players)
    at = table_to_decide(shown, table)
    form = StartForm(request.POST or None)
    if request.method == "POST":
        count_command(request)
        if form.is_valid() and _start(request, tournament_id, number, table, form):
            messages.success(request, _("The table has started without whoever was missing."))
            return back(tournament_id, "round")
    try:
        found = who_would_be_left_out(seen, number, table)
    except REFUSALS_WITH_OWN_PAGE:
        raise
    except Refused as refusal:
        # It has started meanwhile, or cannot: there is nothing left to ask.
        messages.error(request, translated_refusal(refusal))
        return back(tournament_id, "round")
    context = {
        **about_tournament(request, seen),
        "round": shown,
        "table": at,
        "without": found.absent,
        "absent": get_text_list([players[entrant].name for entrant in found.absent], _("and")),
        "here": get_text_list([players[entrant].name for entrant in found.here], _("and")),
        "form": form,
    }
    return render(request, "tournaments/start_table.html", context, status=400 if form.errors else 200)


def _start(request: HttpRequest, tournament_id: str, number: int, table: int, form: StartForm) -> bool:
    """Whether the table has started without those whom the page had named; if not, the form says why."""
    without, reason = request.POST.getlist("without"), form.cleaned_data["reason"]
    command = command_of(request, "start-table")
    with refusals_in_form(form):
        start_table(tournament_id, caller_at(request), command, table, without, reason, number)
    return form.is_valid()
