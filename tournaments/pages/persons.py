"""People without an account whom a club knows, and how they make their account's what is theirs."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.visitors import caller_at, count_command, viewer_at
from games.forms import refusals_as_messages
from tournaments.pages.clubs import is_registered, link_to
from tournaments.pages.filling import told_at
from tournaments.pages.forms import PersonForm
from tournaments.selectors import about_persons, see_claimed, see_club, see_club_as_runner, see_person, see_persons
from tournaments.selectors.pages import about
from tournaments.services import add_person, claim_person, end_claim_link, make_claim_link, remove_person, rename_person


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def persons(request: HttpRequest, club_id: str) -> HttpResponse:
    """All of them, and for those who run the club the form to enter somebody."""
    viewer = viewer_at(request)
    form = PersonForm(request.POST or None)
    if request.method == "POST":
        see_club_as_runner(club_id, viewer)
        if form.is_valid() and _added(request, club_id, form):
            return redirect("club-persons", club_id)
    seen = see_club(club_id, viewer)
    shown = about_persons(list(see_persons(seen)), seen, viewer)
    context = {"club": about(seen), "persons": shown, "form": form}
    return render(request, "tournaments/persons.html", context, status=400 if form.errors else 200)


def _added(request: HttpRequest, club_id: str, form: PersonForm) -> bool:
    count_command(request)
    with told_at(form, "name"):
        added = add_person(club_id, caller_at(request), form.cleaned_data["name"])
        messages.success(request, _("%(name)s can be entered in tournaments now.") % {"name": added.name})
        return True
    return False


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, club_id: str, number: int) -> HttpResponse:
    """One of them: the name, and the link by which they claim what is theirs."""
    viewer = viewer_at(request)
    found, seen = see_person(club_id, number, viewer)
    form = PersonForm(request.POST or None, initial={"name": found.name})
    if request.method == "POST" and form.is_valid():
        with told_at(form, "name"):
            rename_person(club_id, caller_at(request), number, form.cleaned_data["name"])
            return redirect("club-person", club_id, number)
    [shown] = about_persons([found], seen, viewer)
    link = link_to(request, "club-claim", shown["claim"]) if shown["claim"] else {}
    context = {"club": about(seen), "person": shown, "form": form, **link}
    return render(request, "tournaments/person.html", context, status=400 if form.errors else 200)


@require_POST
def make_link(request: HttpRequest, club_id: str, number: int) -> HttpResponse:
    """Make the link of somebody, or make it anew."""
    with refusals_as_messages(request):
        make_claim_link(club_id, caller_at(request), number)
    return redirect("club-person", club_id, number)


@require_POST
def end_link(request: HttpRequest, club_id: str, number: int) -> HttpResponse:
    """Let the link of somebody lead nowhere."""
    with refusals_as_messages(request):
        end_claim_link(club_id, caller_at(request), number)
        messages.success(request, _("The link leads nowhere now."))
    return redirect("club-person", club_id, number)


@require_POST
def remove(request: HttpRequest, club_id: str, number: int) -> HttpResponse:
    """Forget somebody who has not taken part in anything."""
    with refusals_as_messages(request):
        remove_person(club_id, caller_at(request), number)
        return redirect("club-persons", club_id)
    return redirect("club-person", club_id, number)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest, claim: str) -> HttpResponse:
    """The link by which somebody makes their account's what a club has kept under their name."""
    found, seen = see_claimed(claim, viewer_at(request))
    if request.method == "POST":
        count_command(request)
        with refusals_as_messages(request):
            claim_person(seen.club.pk, caller_at(request), claim)
            messages.success(request, _("What was kept as “%(name)s” is yours now.") % {"name": found.name})
            return redirect("club", seen.club.pk)
        return redirect("club-claim", claim)
    if found.account_id is not None:
        return redirect("club", seen.club.pk)
    context = {"club": about(seen), "person": found, "is_registered": is_registered(request)}
    return render(request, "tournaments/claim.html", context)
