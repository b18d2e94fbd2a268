"""The result of one table, entered by organisers: from paper, or in the place of one that must not stand."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine.protocol import Json
from games.pages.commands import command_of, new_command
from games.pages.refusing import telling_in
from games.pages.visitors import caller_at, count_command, viewer_at
from games.services.adjudicating import LONGEST_REASON
from tournaments.models.tournaments import PAIRED, PUBLISHED, RUNNING
from tournaments.pages.tournaments import about_tournament
from tournaments.refusals import wrong_moment
from tournaments.rounds.refusals import no_such_table, own_table
from tournaments.selectors.console import needs_ruling, see_as_organiser
from tournaments.selectors.shown import RoundShown, TableShown, players_of, see_round
from tournaments.selectors.tournaments import SeenTournament
from tournaments.services import enter_paper_result, override_result
from tournaments.services.rounds.results import FURTHEST


class ResultForm(forms.Form):
    """Points of everybody at a table, or that they have forfeited."""

    is_void = forms.BooleanField(label=gettext_lazy("This table counts for nobody"), required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=LONGEST_REASON, required=False)
    command = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, table: TableShown, is_ruling: bool, data: Any = None) -> None:
        super().__init__(data, initial={"command": new_command(), "is_void": table.is_void})
        self._seats = table.seats
        for at, seat in enumerate(table.seats):
            self.fields[f"score_{at}"] = forms.IntegerField(
                label=gettext_lazy("Points"),
                required=False,
                min_value=-FURTHEST,
                max_value=FURTHEST,
                initial=seat.score,
                widget=forms.NumberInput({"inputmode": "numeric"}),
            )
            self.fields[f"forfeited_{at}"] = forms.BooleanField(
                label=gettext_lazy("Has forfeited"), required=False, initial=seat.has_forfeited
            )
        if is_ruling:
            self.fields["reason"].required = True
            self.fields["reason"].help_text = gettext_lazy("Everybody can read it in the log.")
        else:
            del self.fields["is_void"]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The seats with their fields, for the page."""
        return [
            {"seat": seat, "score": self[f"score_{at}"], "forfeited": self[f"forfeited_{at}"]}
            for at, seat in enumerate(self._seats)
        ]

    def clean(self) -> dict[str, Any]:
        """Everybody has points, unless they have forfeited or nothing counts."""
        said = super().clean() or self.cleaned_data
        for at in range(len(self._seats)):
            is_open = said.get(f"score_{at}") is None and f"score_{at}" not in self.errors
            if is_open and not said.get(f"forfeited_{at}") and not said.get("is_void"):
                self.add_error(f"score_{at}", _("Enter the points, or that they have forfeited."))
        return said

    @property
    def seats(self) -> list[Json]:
        """The result as the services read it."""
        said = self.cleaned_data
        return [
            {"entrant": seat.entrant, "score": said[f"score_{at}"], "forfeited": said[f"forfeited_{at}"]}
            for at, seat in enumerate(self._seats)
        ]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest, tournament_id: str, number: int, table: int) -> HttpResponse:
    """The form in which the result of a table is entered, or another put in its place."""
    seen = see_as_organiser(tournament_id, viewer_at(request))
    shown = see_round(seen, number, players_of(seen))
    if seen.tournament.status != RUNNING:
        raise wrong_moment()
    at = table_to_decide(shown, table)
    is_ruling = needs_ruling(seen, number, table)
    form = ResultForm(at, is_ruling, request.POST or None)
    if request.method == "POST":
        count_command(request)
        if form.is_valid() and _enter(request, seen, number, table, is_ruling, form):
            messages.success(request, _("The result is entered."))
            return redirect("tournament-round", tournament_id, number)
    context = {**about_tournament(request, seen), "round": shown, "table": at, "is_ruling": is_ruling, "form": form}
    return render(request, "tournaments/result.html", context, status=400 if form.errors else 200)


def table_to_decide(shown: RoundShown, number: int) -> TableShown:
    """A table about which an organiser can decide: not of a round that nobody has seen, and not their own."""
    if shown.is_hidden or shown.status in (PAIRED, PUBLISHED):
        raise wrong_moment()
    found = next((table for table in shown.tables if table.number == number), None)
    if found is None:
        raise no_such_table(number)
    if found.is_own:
        raise own_table()
    return found


def _enter(
    request: HttpRequest, seen: SeenTournament, number: int, table: int, is_ruling: bool, form: ResultForm
) -> bool:
    tournament, by, said = seen.tournament.pk, caller_at(request), form.cleaned_data
    with telling_in(form):
        if is_ruling:
            command = command_of(request, "override-result")
            override_result(tournament, by, command, table, form.seats, said["reason"], number, said["is_void"])
        else:
            enter_paper_result(tournament, by, command_of(request, "paper"), table, form.seats, said["reason"])
    return form.is_valid()
