"""Becoming a member: by the link, by asking, or as one likes; and what those who run a club say to those who ask."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.visitors import caller_at, count_command, viewer_at
from games.forms import refusals_as_messages
from tournaments.models.clubs import BY_APPROVAL
from tournaments.pages.clubs import is_registered
from tournaments.selectors import SeenClub
from tournaments.selectors.pages import about, see_invited
from tournaments.services import (
    approve_request,
    ask_to_join,
    decline_request,
    join_club,
    rotate_invite,
    withdraw_request,
)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, invite: str) -> HttpResponse:
    """The link of a club: what it is, and how to become a member."""
    seen = see_invited(invite, viewer_at(request))
    if request.method == "POST":
        return _come_in(request, seen, invite)
    if seen.role is not None:
        return redirect("club", seen.club.pk)
    context = {"club": about(seen), "is_registered": is_registered(request)}
    return render(request, "tournaments/join.html", context)


def _come_in(request: HttpRequest, seen: SeenClub, invite: str) -> HttpResponse:
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
def join_openly(request: HttpRequest, club_id: str) -> HttpResponse:
    """Become a member of a club that takes whoever sees it."""
    count_command(request)
    with refusals_as_messages(request):
        membership = join_club(club_id, caller_at(request))
        _welcome(request, membership.club.name)
    return redirect("club", club_id)


@require_POST
def ask(request: HttpRequest, club_id: str) -> HttpResponse:
    """Ask to become a member of a club that looks at everybody first."""
    count_command(request)
    with refusals_as_messages(request):
        ask_to_join(club_id, caller_at(request))
        messages.success(request, _("You have asked to join. Those who run the club decide about it."))
    return redirect("club", club_id)


@require_POST
def withdraw(request: HttpRequest, club_id: str) -> HttpResponse:
    """Take one's own request back."""
    with refusals_as_messages(request):
        withdraw_request(club_id, caller_at(request))
        messages.success(request, _("You do not ask to join any more."))
    return redirect("clubs")


@require_POST
def approve(request: HttpRequest, club_id: str, handle: str) -> HttpResponse:
    """Let somebody in who has asked."""
    with refusals_as_messages(request):
        member = approve_request(club_id, caller_at(request), handle)
        messages.success(request, _("%(name)s is a member now.") % {"name": member.account.display_name})
    return redirect("club", club_id)


@require_POST
def decline(request: HttpRequest, club_id: str, handle: str) -> HttpResponse:
    """Let somebody not in who has asked."""
    with refusals_as_messages(request):
        decline_request(club_id, caller_at(request), handle)
        messages.success(request, _("The request is declined."))
    return redirect("club", club_id)


@require_POST
def renew_link(request: HttpRequest, club_id: str) -> HttpResponse:
    """Make the link anew; the old one ends."""
    with refusals_as_messages(request):
        rotate_invite(club_id, caller_at(request))
        messages.success(request, _("The old link leads nowhere now; this is the new one."))
    return redirect("club", club_id)
