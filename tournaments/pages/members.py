"""What becomes of the members of a club."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.accounts.visitors import caller_at
from games.forms import refusals_as_messages
from tournaments.services import leave_club, remove_member, set_role


@require_POST
def leave(request: HttpRequest, club_id: str) -> HttpResponse:
    """End one's own membership."""
    with refusals_as_messages(request):
        leave_club(club_id, caller_at(request))
        return redirect("clubs")
    return redirect("club", club_id)


@require_POST
def change_role(request: HttpRequest, club_id: str, handle: str) -> HttpResponse:
    """Say what a member is from now on."""
    with refusals_as_messages(request):
        set_role(club_id, caller_at(request), handle, request.POST.get("role", ""))
    return redirect("club", club_id)


@require_POST
def remove(request: HttpRequest, club_id: str, handle: str) -> HttpResponse:
    """End somebody's membership."""
    with refusals_as_messages(request):
        remove_member(club_id, caller_at(request), handle)
    return redirect("club", club_id)
