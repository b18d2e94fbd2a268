"""What a club tells: all of it, and for those who run the club how to say something new or differently."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.visitors import caller_at, count_command, viewer_at
from games.forms import refusals_as_messages
from games.page_parts import page_number
from tournaments.pages.filling import told_at
from tournaments.pages.forms import AnnouncementForm
from tournaments.selectors import see_announcement, see_announcements, see_club, see_club_as_runner
from tournaments.selectors.pages import about, news_page
from tournaments.services import change_announcement, delete_announcement, make_announcement


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def announcements(request: HttpRequest, club_id: str) -> HttpResponse:
    """All that a club tells, and the form to say something new."""
    viewer = viewer_at(request)
    form = AnnouncementForm(request.POST or None)
    if request.method == "POST":
        see_club_as_runner(club_id, viewer)
        if form.is_valid() and _made(request, club_id, form):
            messages.success(request, _("It is announced."))
            return redirect("club", club_id)
    seen = see_club(club_id, viewer)
    see_announcements(seen)
    context = {"club": about(seen), "news": news_page(seen, viewer, page_number(request)), "form": form}
    return render(request, "tournaments/announcements.html", context, status=400 if form.errors else 200)


def _made(request: HttpRequest, club_id: str, form: AnnouncementForm) -> bool:
    count_command(request)
    with told_at(form, "title"):
        make_announcement(club_id, caller_at(request), **form.cleaned_data)
        return True
    return False


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def announcement(request: HttpRequest, club_id: str, number: int) -> HttpResponse:
    """Say an announcement differently."""
    viewer = viewer_at(request)
    found = see_announcement(club_id, number, viewer)
    form = AnnouncementForm(request.POST or None, found)
    if request.method == "POST" and form.is_valid():
        with told_at(form, "title"):
            change_announcement(club_id, caller_at(request), number, form.changes)
            return redirect("club-announcements", club_id)
    context = {"club": about(see_club(club_id, viewer)), "announcement": found, "form": form}
    return render(request, "tournaments/announcement.html", context, status=400 if form.errors else 200)


@require_POST
def pin(request: HttpRequest, club_id: str, number: int) -> HttpResponse:
    """Keep an announcement on top, or not any more."""
    with refusals_as_messages(request):
        change_announcement(club_id, caller_at(request), number, {"is_pinned": request.POST.get("pinned") == "1"})
    return redirect("club-announcements", club_id)


@require_POST
def delete(request: HttpRequest, club_id: str, number: int) -> HttpResponse:
    """Take an announcement away."""
    with refusals_as_messages(request):
        delete_announcement(club_id, caller_at(request), number)
        messages.success(request, _("The announcement is deleted."))
    return redirect("club-announcements", club_id)
