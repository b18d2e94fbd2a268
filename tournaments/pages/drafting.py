"""Agreeing on a tournament in a form, changing it while that hurts nobody, and looking at it before it is announced."""

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
from tournaments.models import Tournament
from tournaments.models.tournaments import DRAFT
from tournaments.naming import name_of
from tournaments.pages.tournament_forms import TournamentForm
from tournaments.pages.tournaments import about_tournament
from tournaments.refusals import wrong_moment
from tournaments.selectors import see_club_as_runner
from tournaments.selectors.console import EDIT, latest_of, see_as_organiser, what_can_be_done
from tournaments.selectors.pages import about
from tournaments.selectors.shown import players_of
from tournaments.selectors.tournaments import SeenTournament
from tournaments.services import change_tournament, create_tournament, publish_tournament

ROUNDS_SHOWN = 60


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_tournament(request: HttpRequest, club_id: str) -> HttpResponse:
    """The form in which a tournament is drafted."""
    seen = see_club_as_runner(club_id, viewer_at(request))
    initial = {"command": new_command(), "is_public": seen.club.is_public}
    form = TournamentForm(zone_named(seen.club.time_zone), initial, request.POST or None)
    if request.method == "POST":
        count_command(request)
        if form.is_valid() and (made := _make(request, club_id, form)):
            messages.success(request, _("The draft is there. Nobody else sees it until you publish it."))
            return redirect("tournament-console", made)
    context = {"club": about(seen), "zone": seen.club.time_zone, "form": form}
    return render(request, "tournaments/tournament_new.html", context, status=400 if form.errors else 200)


def _make(request: HttpRequest, club_id: str, form: TournamentForm) -> str | None:
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
def edit(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The form in which a draft is changed; of one that is announced only what hurts nobody who has entered."""
    seen = see_as_organiser(tournament_id, viewer_at(request))
    if EDIT not in what_can_be_done(seen, latest_of(seen)):
        raise wrong_moment()
    tournament = seen.tournament
    initial = {"command": new_command(), "name": name_of(tournament), "is_public": tournament.is_public}
    form = TournamentForm(zone_named(tournament.club.time_zone), initial, request.POST or None, seen.settings)
    if request.method == "POST":
        count_command(request)
        if form.is_valid() and _change(request, tournament, form):
            messages.success(request, _("What is agreed on is changed."))
            return redirect("tournament-console", tournament_id)
    context = {**about_tournament(request, seen), "zone": tournament.club.time_zone, "form": form}
    return render(request, "tournaments/tournament_edit.html", context, status=400 if form.errors else 200)


def _change(request: HttpRequest, tournament: Tournament, form: TournamentForm) -> bool:
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
def publish(request: HttpRequest, tournament_id: str) -> HttpResponse:
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
        **about_tournament(request, seen),
        "players": players_of(seen),
        "dates": _dates(seen),
        "zone": zone_named(seen.tournament.club.time_zone),
        "zone_name": seen.tournament.club.time_zone,
    }
    return render(request, "tournaments/tournament_publish.html", context)


def _dates(seen: SeenTournament) -> list[dict[str, object]]:
    """When the rounds would be; only the first where the number of rounds follows from that of the players."""
    settings = seen.settings
    count = min(settings.rounds or len(settings.calendar) or 1, ROUNDS_SHOWN)
    return [{"opens": settings.opening(number), "closes": settings.closing(number)} for number in range(1, count + 1)]
