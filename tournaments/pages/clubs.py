"""The list of clubs, the page of one, and what those who run it say of it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.absolute_urls import absolute_url, is_local_url, qr_code
from games.accounts.visitors import account_of, caller_at, viewer_at
from games.extension import OWNER
from games.forms import refusals_as_messages
from games.page_parts import page_number
from games.play.game_lists import club_games
from games.tables.selectors.lobby import list_page
from tournaments.pages.calendars import calendar_address
from tournaments.pages.filling import told_at
from tournaments.pages.forms import ClubForm, FoundingForm
from tournaments.refusals import not_registered
from tournaments.selectors import requests_of, see_club, see_club_as_runner
from tournaments.selectors.pages import about, club_page, clubs_shown, members_page
from tournaments.services import change_club, create_club, delete_club

SHOWN_GAMES = 8


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def clubs(request: HttpRequest) -> HttpResponse:
    """One's own clubs and the public ones, and the form to found one."""
    form = FoundingForm(request.POST or None)
    if request.method == "POST":
        if not is_registered(request):
            raise not_registered()
        if form.is_valid() and (founded := _found(request, form)):
            return redirect("club", founded)
    viewer = viewer_at(request)
    context = {
        "form": form,
        "clubs": clubs_shown(viewer, page_number(request)),
        "asked": requests_of(viewer),
        "may_found": is_registered(request),
    }
    return render(request, "tournaments/clubs.html", context, status=400 if form.errors else 200)


def _found(request: HttpRequest, form: FoundingForm) -> str | None:
    """The id of the new club, which has its founder's clocks; None if it was refused, which the form tells then."""
    zone = timezone.get_current_timezone_name()
    with told_at(form, "name"):
        return create_club(caller_at(request), **form.cleaned_data, time_zone=zone).pk
    return None


@login_not_required
@never_cache
@require_safe
def club(request: HttpRequest, club_id: str) -> HttpResponse:
    """A club: what is new, what is played, its people, and for those who run it the link and those who wait."""
    viewer = viewer_at(request)
    seen = see_club(club_id, viewer)
    context = {
        "club": about(seen),
        "people": members_page(club_id, viewer, page_number(request)),
        "games": list_page(club_games(club_id, viewer), 1, viewer).games[:SHOWN_GAMES],
        "is_registered": is_registered(request),
        **club_page(seen, viewer),
        "calendar": calendar_address(request, seen, viewer),
        **(link_to(request, "club-join", seen.club.invite) if seen.runs_it else {}),
    }
    return render(request, "tournaments/club.html", context)


def is_registered(request: HttpRequest) -> bool:
    """Whether somebody is logged in who is no guest."""
    account = account_of(request)
    return account is not None and not account.is_guest


def link_to(request: HttpRequest, name: str, secret: str) -> dict[str, Any]:
    """A link to hand round, also as a picture."""
    link = absolute_url(request, name, secret)
    return {"link": link, "qr": qr_code(link), "is_local": is_local_url(link)}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, club_id: str) -> HttpResponse:
    """What is said of a club, for those who run it."""
    seen = see_club_as_runner(club_id, viewer_at(request))
    form = ClubForm(seen, request.POST or None)
    if request.method == "POST" and form.is_valid() and _changed(request, club_id, form):
        messages.success(request, _("The settings of the club are changed."))
        return redirect("club", club_id)
    context = {"club": about(seen), "form": form, "may_end": seen.role == OWNER and seen.members == 1}
    return render(request, "tournaments/club_settings.html", context, status=400 if form.errors else 200)


def _changed(request: HttpRequest, club_id: str, form: ClubForm) -> bool:
    with told_at(form, "name"):
        change_club(club_id, caller_at(request), form.changes)
        return True
    return False


@require_POST
def end(request: HttpRequest, club_id: str) -> HttpResponse:
    """End a club in which nobody is left but its owner."""
    with refusals_as_messages(request):
        delete_club(club_id, caller_at(request))
        messages.success(request, _("The club has ended."))
        return redirect("clubs")
    return redirect("club-settings", club_id)
