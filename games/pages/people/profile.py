"""What others see of somebody, and what they can do about them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.errors import Refused
from games.accounts.blocking import block, has_blocked
from games.accounts.profiles import find_player, profile_of
from games.accounts.reporting import report
from games.models import Account
from games.pages.addresses import page_number
from games.pages.people.asking import own_account
from games.pages.people.forms import ReportForm
from games.pages.people.panels import panels_of
from games.pages.refusing import telling
from games.pages.visitors import account_of, count, count_look, viewer_at
from games.selectors.lists import public_games_of
from games.selectors.lobby import page_of
from games.wording import told

REPORTS = "reports"
"""The kind of request under which complaints are counted."""
FIRST_GAMES = 6
"""How many games a profile shows; the others are on pages of their own."""


@login_not_required
@never_cache
@require_safe
def player(request: HttpRequest, handle: str) -> HttpResponse:
    """Somebody's profile with their games, as far as whoever asks may see them."""
    count_look(request)
    return _page(request, find_player(handle, account_of(request)), ReportForm())


def _page(request: HttpRequest, shown: Account, form: ReportForm) -> HttpResponse:
    viewer = account_of(request)
    page = page_of(public_games_of(shown.pk), page_number(request), viewer_at(request))
    here = reverse("player", args=[shown.username])
    is_all = page.number > 1 or "games" in request.GET
    context = {
        "player": profile_of(shown),
        "since": shown.date_joined,
        "games": page.games if is_all else page.games[:FIRST_GAMES],
        "all_games": f"{here}?games=all" if not is_all and len(page.games) > FIRST_GAMES else "",
        "is_all": is_all,
        "newer": f"{here}?games=all&page={page.newer}" if is_all and page.newer else "",
        "older": f"{here}?games=all&page={page.older}" if is_all and page.older else "",
        "is_own": viewer is not None and viewer.pk == shown.pk,
        "is_other": viewer is not None and viewer.pk != shown.pk,
        "is_blocked": viewer is not None and has_blocked(viewer, shown),
        "form": form,
        "panels": [] if is_all else panels_of(request, shown, viewer),
    }
    return render(request, "games/people/player.html", context)


@require_POST
def keep_away(request: HttpRequest, handle: str) -> HttpResponse:
    """Keep somebody away."""
    account = own_account(request)
    other = find_player(handle, account)
    with telling(request):
        block(account, other)
        messages.success(request, _("You will not meet at a table again. Your settings list whom you keep away."))
    return redirect("player", other.username)


@require_POST
def complain(request: HttpRequest, handle: str) -> HttpResponse:
    """Tell those who look after the site about somebody."""
    account = own_account(request)
    other = find_player(handle, account)
    form = ReportForm(request.POST)
    if not form.is_valid() or not _is_reported(request, other, form):
        return _page(request, other, form)
    messages.success(request, _("Thank you. Those who look after the site will look into it."))
    return redirect("player", other.username)


def _is_reported(request: HttpRequest, other: Account, form: ReportForm) -> bool:
    """Whether a complaint could be taken; why not is told beside the form."""
    try:
        count(request, REPORTS)
        report(own_account(request), other, form.cleaned_data["text"])
    except Refused as refusal:
        form.add_error(None, told(refusal))
        return False
    return True
