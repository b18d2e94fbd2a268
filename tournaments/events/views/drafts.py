"""The pages on which organisers draft, edit and publish a tournament. Each view is called like its address."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine.errors import Refused
from games.accounts.visitors import caller_at, count_command, viewer_at
from games.forms import REFUSALS_WITH_OWN_PAGE, command_of, new_command, refusals_as_messages
from games.time_zones import zone_named
from tournaments.clubs.page_selectors import club_context
from tournaments.clubs.selectors import see_club_as_runner
from tournaments.events.forms import TournamentForm
from tournaments.events.models import Tournament
from tournaments.events.refusals import wrong_moment
from tournaments.events.selectors.console import EDIT, available_actions, latest_round_of
from tournaments.events.selectors.entrants import entrant_names
from tournaments.events.selectors.visibility import SeenTournament, see_as_organiser
from tournaments.events.services.tournaments import change_tournament, create_tournament, publish_tournament
from tournaments.events.statuses import DRAFT
from tournaments.events.tournament_names import name_of
from tournaments.events.views.tournaments import tournament_context

ROUNDS_SHOWN = 60


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: HttpRequest, club_id: str) -> HttpResponse:
    """The form in which a tournament is drafted."""
    seen = see_club_as_runner(club_id, viewer_at(request))
    initial = {"command": new_command(), "is_public": seen.club.is_public}
    form = TournamentForm(zone_named(seen.club.time_zone), initial, request.POST or None)
    if request.method == "POST":
        count_command(request)
        if form.is_valid() and (made := _create_draft(request, club_id, form)):
            messages.success(request, _("The draft is there. Nobody else sees it until you publish it."))
            return redirect("tournament-console", made)
    context = {"club": club_context(seen), "zone": seen.club.time_zone, "form": form}
    return render(request, "tournaments/events/tournament_new.html", context, status=400 if form.errors else 200)


def _create_draft(request: HttpRequest, club_id: str, form: TournamentForm) -> str | None:
    """The id of the new tournament, None if it was refused, which the form tells then."""
    said, by = form.cleaned_data, caller_at(request)
    try:
        command = command_of(request, "create-tournament")
        return create_tournament(club_id, by, command, said["name"], form.settings, said["is_public"]).tournament
    except REFUSALS_WITH_OWN_PAGE:
        raise
    except Refused as refusal:
        form.refuse(refusal)
    return None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_edit(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The form in which a draft is changed; of one that is announced only what hurts nobody who has entered."""
    seen = see_as_organiser(tournament_id, viewer_at(request))
    if EDIT not in available_actions(seen, latest_round_of(seen)):
        raise wrong_moment()
    tournament = seen.tournament
    initial = {"command": new_command(), "name": name_of(tournament), "is_public": tournament.is_public}
    form = TournamentForm(zone_named(tournament.club.time_zone), initial, request.POST or None, seen.settings)
    if request.method == "POST":
        count_command(request)
        if form.is_valid() and _change_draft(request, tournament, form):
            messages.success(request, _("What is agreed on is changed."))
            return redirect("tournament-console", tournament_id)
    context = {**tournament_context(request, seen), "zone": tournament.club.time_zone, "form": form}
    return render(request, "tournaments/events/tournament_edit.html", context, status=400 if form.errors else 200)


def _change_draft(request: HttpRequest, tournament: Tournament, form: TournamentForm) -> bool:
    said, by = form.cleaned_data, caller_at(request)
    # A name that was only shown in another language than it is stored in was not written by anybody.
    name = tournament.name if said["name"] == name_of(tournament) else said["name"]
    try:
        command = command_of(request, "change-tournament")
        change_tournament(tournament.pk, by, command, name, form.settings, said["is_public"])
    except REFUSALS_WITH_OWN_PAGE:
        raise
    except Refused as refusal:
        form.refuse(refusal)
        return False
    return True


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_publish(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """A draft as it would be announced, with the dates of its rounds; and publishing it."""
    seen = see_as_organiser(tournament_id, viewer_at(request))
    if request.method == "POST":
        count_command(request)
        with refusals_as_messages(request):
            publish_tournament(tournament_id, caller_at(request), command_of(request, "publish"))
            messages.success(request, _("The tournament is published. Hand the link round."))
        return redirect("tournament-console", tournament_id)
    if seen.tournament.status != DRAFT:
        return redirect("tournament-console", tournament_id)
    context = {
        **tournament_context(request, seen),
        "players": entrant_names(seen),
        "dates": _round_dates(seen),
        "zone": zone_named(seen.tournament.club.time_zone),
        "zone_name": seen.tournament.club.time_zone,
    }
    return render(request, "tournaments/events/tournament_publish.html", context)


def _round_dates(seen: SeenTournament) -> list[dict[str, object]]:
    """When the rounds would be; only the first where the number of rounds follows from that of the players."""
    settings = seen.settings
    count = min(settings.rounds or len(settings.calendar) or 1, ROUNDS_SHOWN)
    return [{"opens": settings.opening(number), "closes": settings.closing(number)} for number in range(1, count + 1)]
