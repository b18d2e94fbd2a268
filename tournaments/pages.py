"""HTML pages of clubs."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import Refused
from games.accounts.forms import cleaned
from games.addresses import is_for_this_machine, whole_address
from games.pages.addresses import page_number
from games.pages.refusing import FINAL, telling
from games.pages.visitors import account_of, caller_at, viewer_at
from games.qr import qr_code
from games.selectors import club_games
from games.selectors.lobby import page_of
from games.wording import told
from tournaments.refusals import not_registered
from tournaments.selectors import see_club
from tournaments.selectors.pages import about, clubs_shown, members_page, see_invited
from tournaments.services import create_club, join_club, leave_club, remove_member, rotate_invite, set_role
from tournaments.services.texts import LONGEST_DESCRIPTION, LONGEST_NAME, read_name

SHOWN_GAMES = 8


class FoundingForm(forms.Form):
    """What is said of a new club."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=LONGEST_NAME)
    description = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=LONGEST_DESCRIPTION,
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )
    is_public = forms.BooleanField(
        label=gettext_lazy("Strangers may see the club"),
        required=False,
        help_text=gettext_lazy("Nobody joins without the link anyway."),
    )

    def clean_name(self) -> str:
        """The name as it is stored."""
        return cleaned(read_name, self.cleaned_data["name"])


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def clubs(request: HttpRequest) -> HttpResponse:
    """One's own clubs and the public ones, and the form to found one."""
    form = FoundingForm(request.POST or None)
    account = account_of(request)
    if request.method == "POST":
        if account is None or account.is_guest:
            raise not_registered()
        if form.is_valid() and (founded := _found(request, form)):
            return redirect("club", founded)
    own, others = clubs_shown(viewer_at(request))
    context = {"form": form, "own": own, "others": others, "may_found": account is not None and not account.is_guest}
    return render(request, "tournaments/clubs.html", context, status=400 if form.errors else 200)


def _found(request: HttpRequest, form: FoundingForm) -> str | None:
    """The id of the new club, None if it was refused, which the form tells then."""
    try:
        return create_club(caller_at(request), **form.cleaned_data).pk
    except FINAL:
        raise
    except Refused as refusal:
        form.add_error("name", told(refusal))
        return None


@login_not_required
@never_cache
@require_safe
def club(request: HttpRequest, club_id: str) -> HttpResponse:
    """A club: its people, its games, and for those who run it the link."""
    viewer = viewer_at(request)
    seen = about(see_club(club_id, viewer))
    members = members_page(club_id, viewer, page_number(request))
    games = page_of(club_games(club_id, viewer), 1, viewer.account).games[:SHOWN_GAMES]
    context = {"club": seen, "people": members, "games": games, **_link(request, seen)}
    return render(request, "tournaments/club.html", context)


def _link(request: HttpRequest, seen: dict[str, Any]) -> dict[str, Any]:
    if not seen["invite"]:
        return {}
    link = whole_address(request, "club-join", seen["invite"])
    return {"link": link, "qr": qr_code(link), "is_local": is_for_this_machine(link)}


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, invite: str) -> HttpResponse:
    """The link of a club: what it is, and how to become a member."""
    account = account_of(request)
    seen = see_invited(invite, viewer_at(request))
    if request.method == "POST":
        join_club(seen.club.pk, caller_at(request), invite)
        messages.success(request, _("Welcome to %(club)s.") % {"club": seen.club.name})
        return redirect("club", seen.club.pk)
    if seen.role is not None:
        return redirect("club", seen.club.pk)
    is_registered = account is not None and not account.is_guest
    return render(request, "tournaments/join.html", {"club": about(seen), "is_registered": is_registered})


@require_POST
def leave(request: HttpRequest, club_id: str) -> HttpResponse:
    """End one's own membership."""
    with telling(request):
        leave_club(club_id, caller_at(request))
        return redirect("clubs")
    return redirect("club", club_id)


@require_POST
def renew_link(request: HttpRequest, club_id: str) -> HttpResponse:
    """Make the link anew; the old one ends."""
    with telling(request):
        rotate_invite(club_id, caller_at(request))
        messages.success(request, _("The old link leads nowhere now; this is the new one."))
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
