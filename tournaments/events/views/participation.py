"""Entering a tournament, saying that one is there, adding to the dice, and going out again."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.visitors import caller_at, count_command, invite_query, viewer_at
from games.forms import command_of, new_command, refusals_as_messages
from games.tables.forms import read_dice_addition
from tournaments.clubs.views import is_registered
from tournaments.events.selectors.rounds import dice_context
from tournaments.events.selectors.schedule import may_enter, what_is_next
from tournaments.events.selectors.visibility import see_tournament_by_link
from tournaments.events.services.deals import contribute_to_round
from tournaments.events.services.entrants import check_in, enter, withdraw


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_tournament(request: HttpRequest, invite: str) -> HttpResponse:
    """The link of a tournament: what it is, and how to enter."""
    seen = see_tournament_by_link(invite, viewer_at(request, invite=invite))
    is_in = seen.own is not None and seen.own.left_round is None
    if request.method == "POST":
        count_command(request)
        with refusals_as_messages(request):
            _enter(request, seen.tournament.pk, invite)
            is_in = True
    if is_in:
        return redirect("tournament", seen.tournament.pk)
    context = {
        "tournament": seen.tournament,
        "settings": seen.settings,
        "next": what_is_next(seen),
        "may_enter": may_enter(seen),
        **dice_context(seen.tournament),
        "is_registered": is_registered(request),
        "command": new_command(),
    }
    return render(request, "tournaments/events/tournament_join.html", context)


def _enter(request: HttpRequest, tournament_id: str, invite: str | None) -> None:
    added, command = read_dice_addition(request.POST), command_of(request, "enter")
    enter(tournament_id, caller_at(request), command, invite, added.contribution, added.commitment)
    messages.success(request, _("You are in."))


@require_POST
def enter_tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Enter."""
    count_command(request)
    with refusals_as_messages(request):
        _enter(request, tournament_id, request.GET.get("invite"))
    return redirect(reverse("tournament", args=[tournament_id]) + invite_query(request))


@require_POST
def confirm_presence(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Say that one is there."""
    count_command(request)
    with refusals_as_messages(request):
        added, command = read_dice_addition(request.POST), command_of(request, "check-in")
        check_in(tournament_id, caller_at(request), command, added.contribution, commitment=added.commitment)
        messages.success(request, _("Good to have you here. The round opens by itself."))
    return redirect("tournament", tournament_id)


@require_POST
def add_to_dice(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Add to the dice of the next round."""
    count_command(request)
    with refusals_as_messages(request):
        added = read_dice_addition(request.POST)
        contribute_to_round(tournament_id, caller_at(request), added.contribution, added.commitment)
        messages.success(request, _("What your browser has added goes into the dice of the next round."))
    return redirect("tournament", tournament_id)


@require_POST
def leave_tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Withdraw."""
    count_command(request)
    with refusals_as_messages(request):
        withdraw(tournament_id, caller_at(request), command_of(request, "withdraw"))
        messages.success(request, _("You are out. A game that you have begun goes on."))
    return redirect("tournament", tournament_id)
