"""The pages of clubs: the list, settings, announcements, joining, members, persons without an account.

Each view is called like its address, `club-announcement-pin` is `club_announcement_pin`. The page of one club is
`tournaments.leagues.club_page`, since it shows tournaments and leagues too.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.absolute_urls import absolute_url, is_local_url, qr_code
from games.accounts.visitors import account_of, caller_at, count_command, viewer_at
from games.extension import OWNER
from games.forms import refusals_as_messages
from games.page_parts import page_number
from tournaments.clubs.forms import AnnouncementForm, ClubForm, FoundingForm, PersonForm, refusals_told_at
from tournaments.clubs.models import BY_APPROVAL
from tournaments.clubs.page_selectors import club_context, clubs_page, news_page, see_club_by_link
from tournaments.clubs.refusals import not_registered
from tournaments.clubs.selectors import (
    SeenClub,
    about_persons,
    requests_of,
    see_announcement,
    see_announcements,
    see_claimed,
    see_club,
    see_club_as_runner,
    see_person,
    see_persons,
)
from tournaments.clubs.services.admission import (
    approve_request,
    ask_to_join,
    decline_request,
    join_club,
    rotate_invite,
    withdraw_request,
)
from tournaments.clubs.services.announcements import change_announcement, delete_announcement, make_announcement
from tournaments.clubs.services.clubs import change_club, create_club, delete_club
from tournaments.clubs.services.members import leave_club, remove_member, set_role
from tournaments.clubs.services.persons import (
    add_person,
    claim_person,
    end_claim_link,
    make_claim_link,
    remove_person,
    rename_person,
)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_list(request: HttpRequest) -> HttpResponse:
    """One's own clubs and the public ones, and the form to found one."""
    form = FoundingForm(request.POST or None)
    if request.method == "POST":
        if not is_registered(request):
            raise not_registered()
        if form.is_valid() and (founded := _create_club(request, form)):
            return redirect("club", founded)
    viewer = viewer_at(request)
    context = {
        "form": form,
        "clubs": clubs_page(viewer, page_number(request)),
        "asked": requests_of(viewer),
        "may_found": is_registered(request),
    }
    return render(request, "tournaments/clubs/clubs.html", context, status=400 if form.errors else 200)


def _create_club(request: HttpRequest, form: FoundingForm) -> str | None:
    """The id of the new club, which has its founder's clocks; None if it was refused, which the form tells then."""
    zone = timezone.get_current_timezone_name()
    with refusals_told_at(form, "name"):
        return create_club(caller_at(request), **form.cleaned_data, time_zone=zone).pk
    return None


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
def club_settings(request: HttpRequest, club_id: str) -> HttpResponse:
    """What is said of a club, for those who run it."""
    seen = see_club_as_runner(club_id, viewer_at(request))
    form = ClubForm(seen, request.POST or None)
    if request.method == "POST" and form.is_valid() and _change_club(request, club_id, form):
        messages.success(request, _("The settings of the club are changed."))
        return redirect("club", club_id)
    context = {"club": club_context(seen), "form": form, "may_end": seen.role == OWNER and seen.members == 1}
    return render(request, "tournaments/clubs/settings.html", context, status=400 if form.errors else 200)


def _change_club(request: HttpRequest, club_id: str, form: ClubForm) -> bool:
    with refusals_told_at(form, "name"):
        change_club(club_id, caller_at(request), form.changes)
        return True
    return False


@require_POST
def club_end(request: HttpRequest, club_id: str) -> HttpResponse:
    """End a club in which nobody is left but its owner."""
    with refusals_as_messages(request):
        delete_club(club_id, caller_at(request))
        messages.success(request, _("The club has ended."))
        return redirect("clubs")
    return redirect("club-settings", club_id)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_announcements(request: HttpRequest, club_id: str) -> HttpResponse:
    """All that a club tells, and the form to say something new."""
    viewer = viewer_at(request)
    form = AnnouncementForm(request.POST or None)
    if request.method == "POST":
        see_club_as_runner(club_id, viewer)
        if form.is_valid() and _announce(request, club_id, form):
            messages.success(request, _("It is announced."))
            return redirect("club", club_id)
    seen = see_club(club_id, viewer)
    see_announcements(seen)
    context = {"club": club_context(seen), "news": news_page(seen, viewer, page_number(request)), "form": form}
    return render(request, "tournaments/clubs/announcements.html", context, status=400 if form.errors else 200)


def _announce(request: HttpRequest, club_id: str, form: AnnouncementForm) -> bool:
    count_command(request)
    with refusals_told_at(form, "title"):
        make_announcement(club_id, caller_at(request), **form.cleaned_data)
        return True
    return False


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_announcement(request: HttpRequest, club_id: str, number: int) -> HttpResponse:
    """Say an announcement differently."""
    viewer = viewer_at(request)
    found = see_announcement(club_id, number, viewer)
    form = AnnouncementForm(request.POST or None, found)
    if request.method == "POST" and form.is_valid():
        with refusals_told_at(form, "title"):
            change_announcement(club_id, caller_at(request), number, form.changes)
            return redirect("club-announcements", club_id)
    context = {"club": club_context(see_club(club_id, viewer)), "announcement": found, "form": form}
    return render(request, "tournaments/clubs/announcement.html", context, status=400 if form.errors else 200)


@require_POST
def club_announcement_pin(request: HttpRequest, club_id: str, number: int) -> HttpResponse:
    """Keep an announcement on top, or not any more."""
    with refusals_as_messages(request):
        change_announcement(club_id, caller_at(request), number, {"is_pinned": request.POST.get("pinned") == "1"})
    return redirect("club-announcements", club_id)


@require_POST
def club_announcement_delete(request: HttpRequest, club_id: str, number: int) -> HttpResponse:
    """Take an announcement away."""
    with refusals_as_messages(request):
        delete_announcement(club_id, caller_at(request), number)
        messages.success(request, _("The announcement is deleted."))
    return redirect("club-announcements", club_id)


@require_POST
def club_leave(request: HttpRequest, club_id: str) -> HttpResponse:
    """End one's own membership."""
    with refusals_as_messages(request):
        leave_club(club_id, caller_at(request))
        return redirect("clubs")
    return redirect("club", club_id)


@require_POST
def club_role(request: HttpRequest, club_id: str, handle: str) -> HttpResponse:
    """Say what a member is from now on."""
    with refusals_as_messages(request):
        set_role(club_id, caller_at(request), handle, request.POST.get("role", ""))
    return redirect("club", club_id)


@require_POST
def club_remove(request: HttpRequest, club_id: str, handle: str) -> HttpResponse:
    """End somebody's membership."""
    with refusals_as_messages(request):
        remove_member(club_id, caller_at(request), handle)
    return redirect("club", club_id)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_join(request: HttpRequest, invite: str) -> HttpResponse:
    """The link of a club: what it is, and how to become a member."""
    seen = see_club_by_link(invite, viewer_at(request))
    if request.method == "POST":
        return _join_or_ask(request, seen, invite)
    if seen.role is not None:
        return redirect("club", seen.club.pk)
    context = {"club": club_context(seen), "is_registered": is_registered(request)}
    return render(request, "tournaments/clubs/join.html", context)


def _join_or_ask(request: HttpRequest, seen: SeenClub, invite: str) -> HttpResponse:
    """Join, or ask to where those who run the club decide."""
    count_command(request)
    with refusals_as_messages(request):
        if seen.club.admission == BY_APPROVAL and seen.role is None:
            ask_to_join(seen.club.pk, caller_at(request), invite)
            messages.success(request, _("You have asked to join. Those who run the club decide about it."))
        else:
            join_club(seen.club.pk, caller_at(request), invite)
            _welcome(request, seen.club.name)
            return redirect("club", seen.club.pk)
    return redirect("club-join", invite)


def _welcome(request: HttpRequest, name: str) -> None:
    messages.success(request, _("Welcome to %(club)s.") % {"club": name})


@require_POST
def club_join_openly(request: HttpRequest, club_id: str) -> HttpResponse:
    """Become a member of a club that takes whoever sees it."""
    count_command(request)
    with refusals_as_messages(request):
        membership = join_club(club_id, caller_at(request))
        _welcome(request, membership.club.name)
    return redirect("club", club_id)


@require_POST
def club_ask(request: HttpRequest, club_id: str) -> HttpResponse:
    """Ask to become a member of a club that looks at everybody first."""
    count_command(request)
    with refusals_as_messages(request):
        ask_to_join(club_id, caller_at(request))
        messages.success(request, _("You have asked to join. Those who run the club decide about it."))
    return redirect("club", club_id)


@require_POST
def club_withdraw(request: HttpRequest, club_id: str) -> HttpResponse:
    """Take one's own request back."""
    with refusals_as_messages(request):
        withdraw_request(club_id, caller_at(request))
        messages.success(request, _("You do not ask to join any more."))
    return redirect("clubs")


@require_POST
def club_approve(request: HttpRequest, club_id: str, handle: str) -> HttpResponse:
    """Let somebody in who has asked."""
    with refusals_as_messages(request):
        member = approve_request(club_id, caller_at(request), handle)
        messages.success(request, _("%(name)s is a member now.") % {"name": member.account.display_name})
    return redirect("club", club_id)


@require_POST
def club_decline(request: HttpRequest, club_id: str, handle: str) -> HttpResponse:
    """Let somebody not in who has asked."""
    with refusals_as_messages(request):
        decline_request(club_id, caller_at(request), handle)
        messages.success(request, _("The request is declined."))
    return redirect("club", club_id)


@require_POST
def club_link(request: HttpRequest, club_id: str) -> HttpResponse:
    """Make the link anew; the old one ends."""
    with refusals_as_messages(request):
        rotate_invite(club_id, caller_at(request))
        messages.success(request, _("The old link leads nowhere now; this is the new one."))
    return redirect("club", club_id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_persons(request: HttpRequest, club_id: str) -> HttpResponse:
    """All of them, and for those who run the club the form to enter somebody."""
    viewer = viewer_at(request)
    form = PersonForm(request.POST or None)
    if request.method == "POST":
        see_club_as_runner(club_id, viewer)
        if form.is_valid() and _enter_person(request, club_id, form):
            return redirect("club-persons", club_id)
    seen = see_club(club_id, viewer)
    shown = about_persons(list(see_persons(seen)), seen, viewer)
    context = {"club": club_context(seen), "persons": shown, "form": form}
    return render(request, "tournaments/clubs/persons.html", context, status=400 if form.errors else 200)


def _enter_person(request: HttpRequest, club_id: str, form: PersonForm) -> bool:
    count_command(request)
    with refusals_told_at(form, "name"):
        added = add_person(club_id, caller_at(request), form.cleaned_data["name"])
        messages.success(request, _("%(name)s can be entered in tournaments now.") % {"name": added.name})
        return True
    return False


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_person(request: HttpRequest, club_id: str, number: int) -> HttpResponse:
    """One of them: the name, and the link by which they claim what is theirs."""
    viewer = viewer_at(request)
    found, seen = see_person(club_id, number, viewer)
    form = PersonForm(request.POST or None, initial={"name": found.name})
    if request.method == "POST" and form.is_valid():
        with refusals_told_at(form, "name"):
            rename_person(club_id, caller_at(request), number, form.cleaned_data["name"])
            return redirect("club-person", club_id, number)
    [shown] = about_persons([found], seen, viewer)
    link = link_to(request, "club-claim", shown["claim"]) if shown["claim"] else {}
    context = {"club": club_context(seen), "person": shown, "form": form, **link}
    return render(request, "tournaments/clubs/person.html", context, status=400 if form.errors else 200)


@require_POST
def club_person_link(request: HttpRequest, club_id: str, number: int) -> HttpResponse:
    """Make the link of somebody, or make it anew."""
    with refusals_as_messages(request):
        make_claim_link(club_id, caller_at(request), number)
    return redirect("club-person", club_id, number)


@require_POST
def club_person_link_end(request: HttpRequest, club_id: str, number: int) -> HttpResponse:
    """Let the link of somebody lead nowhere."""
    with refusals_as_messages(request):
        end_claim_link(club_id, caller_at(request), number)
        messages.success(request, _("The link leads nowhere now."))
    return redirect("club-person", club_id, number)


@require_POST
def club_person_remove(request: HttpRequest, club_id: str, number: int) -> HttpResponse:
    """Forget somebody who has not taken part in anything."""
    with refusals_as_messages(request):
        remove_person(club_id, caller_at(request), number)
        return redirect("club-persons", club_id)
    return redirect("club-person", club_id, number)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_claim(request: HttpRequest, claim: str) -> HttpResponse:
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
    context = {"club": club_context(seen), "person": found, "is_registered": is_registered(request)}
    return render(request, "tournaments/clubs/claim.html", context)
