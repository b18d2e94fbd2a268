"""What becomes of the members of a club."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.pages.refusing import telling
from games.pages.visitors import caller_at
from tournaments.services import leave_club, remove_member, set_role


@require_POST
def leave(request: HttpRequest, club_id: str) -> HttpResponse:
    """End one's own membership."""
    with telling(request):
        leave_club(club_id, caller_at(request))
        return redirect("clubs")
    return redirect("club", club_id)


@require_POST
def change_role(request: HttpRequest, club_id: str, handle: str) -> HttpResponse:
    """Say what a member is from now on."""
    with telling(request):
        set_role(club_id, caller_at(request), handle, request.POST.get("role", ""))
    return redirect("club", club_id)


@require_POST
def remove(request: HttpRequest, club_id: str, handle: str) -> HttpResponse:
    """End somebody's membership."""
    with telling(request):
        remove_member(club_id, caller_at(request), handle)
    return redirect("club", club_id)
