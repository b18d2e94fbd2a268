"""What organisers do to a tournament and its rounds: one address for each, each a form that works without scripts.

Each view is called like its address.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from games.accounts.visitors import caller_at, count_command, viewer_at
from games.api.serializers import read_number
from games.forms import command_of, refusals_as_messages
from games.time_zones import zone_named
from tournaments.events.form_fields import RoundEndForm
from tournaments.events.selectors.visibility import see_as_organiser
from tournaments.events.services import rounds, schedule
from tournaments.events.services.schedule import cancel, extend_round, reopen_last_round, start_early
from tournaments.events.services.tournaments import unpublish_tournament
from tournaments.events.views.console import to_console

View = Callable[[HttpRequest, str], HttpResponse]


def _command_view(service: Callable[..., Any], verb: str, done: Any, part: str = "") -> View:
    """The view of something that needs no more words."""

    def view(request: HttpRequest, tournament_id: str) -> HttpResponse:
        count_command(request)
        with refusals_as_messages(request):
            service(tournament_id, caller_at(request), command_of(request, verb))
            messages.success(request, done)
        return to_console(tournament_id, part)

    return require_POST(view)


tournament_unpublish = _command_view(unpublish_tournament, "unpublish", _("It is a draft again."))
tournament_start = _command_view(start_early, "start", _("It begins now."), "round")
tournament_pause = _command_view(
    schedule.pause, "pause", _("Nothing opens or closes by itself now, until you let it go on.")
)
tournament_resume = _command_view(schedule.resume, "resume", _("It goes on. Everything to come is later by the pause."))
tournament_publish_round = _command_view(
    rounds.publish_round, "publish-round", _("Everybody sees the pairings now."), "round"
)
tournament_unpublish_round = _command_view(
    rounds.unpublish_round, "unpublish-round", _("The pairings are taken back. Nobody else sees them."), "round"
)
tournament_pair_again = _command_view(rounds.pair_again, "pair-again", _("The round is paired anew."), "round")


@require_POST
def tournament_cancel(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Call it off for good."""
    count_command(request)
    with refusals_as_messages(request):
        reason = request.POST.get("reason", "").strip()
        cancel(tournament_id, caller_at(request), command_of(request, "cancel"), reason)
        messages.success(request, _("The tournament is called off."))
    return to_console(tournament_id)


@require_POST
def tournament_extend(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Let the round close later."""

    def carry_out(closes_at: datetime, reason: str) -> None:
        by = caller_at(request)
        command, seen = command_of(request, "extend"), read_number(request.POST, "round")
        extend_round(tournament_id, by, command, closes_at, reason, seen)
        messages.success(request, _("The round has another end now."))

    return _set_round_end(request, tournament_id, carry_out)


@require_POST
def tournament_reopen(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Open the last round again."""

    def carry_out(closes_at: datetime, reason: str) -> None:
        by = caller_at(request)
        command, seen = command_of(request, "reopen"), read_number(request.POST, "round")
        reopen_last_round(tournament_id, by, command, closes_at, reason, seen)
        messages.success(request, _("The last round is open again."))

    return _set_round_end(request, tournament_id, carry_out)


def _set_round_end(
    request: HttpRequest, tournament_id: str, carry_out: Callable[[datetime, str], None]
) -> HttpResponse:
    """Do something until a time on the clocks of the club."""
    count_command(request)
    seen = see_as_organiser(tournament_id, viewer_at(request))
    form = RoundEndForm(zone_named(seen.tournament.club.time_zone), request.POST)
    if form.is_valid():
        with refusals_as_messages(request):
            carry_out(form.cleaned_data["closes_at"], form.cleaned_data["reason"])
    else:
        for error in (told for errors in form.errors.values() for told in errors):
            messages.error(request, str(error))
    return to_console(tournament_id, "round")
