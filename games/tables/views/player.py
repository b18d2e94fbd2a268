"""Somebody's profile with their games, and what others can do about them: keep them away, or complain."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.errors import Refused
from games.accounts.models import Account
from games.accounts.moderation import block, has_blocked
from games.accounts.profiles import find_player, profile_of
from games.accounts.reports import report_account
from games.accounts.settings_forms import ReportForm
from games.accounts.visitors import account_of, count_look, count_request, own_account, viewer_at
from games.extension import panels_of_profile
from games.forms import refusals_as_messages
from games.page_parts import page_number
from games.play.game_lists import public_games_of
from games.refusals import translated_refusal
from games.tables.selectors.lobby import list_page

REPORTS = "reports"
"""The kind of request under which complaints are counted."""
GAMES_SHOWN_FIRST = 6
"""How many games a profile shows; the others are on pages of their own."""


@login_not_required
@never_cache
@require_safe
def player_page(request: HttpRequest, handle: str) -> HttpResponse:
    """Somebody's profile with their games, as far as whoever asks may see them."""
    count_look(request)
    return _render_player(request, find_player(handle, account_of(request)), ReportForm())


def _render_player(request: HttpRequest, shown: Account, form: ReportForm) -> HttpResponse:
    viewer = account_of(request)
    page = list_page(public_games_of(shown.pk), page_number(request), viewer_at(request))
    here = reverse("player", args=[shown.username])
    is_all = page.number > 1 or "games" in request.GET
    context = {
        "player": profile_of(shown),
        "since": shown.date_joined,
        "games": page.games if is_all else page.games[:GAMES_SHOWN_FIRST],
        "all_games": f"{here}?games=all" if not is_all and len(page.games) > GAMES_SHOWN_FIRST else "",
        "is_all": is_all,
        "newer": f"{here}?games=all&page={page.newer}" if is_all and page.newer else "",
        "older": f"{here}?games=all&page={page.older}" if is_all and page.older else "",
        "is_own": viewer is not None and viewer.pk == shown.pk,
        "is_other": viewer is not None and viewer.pk != shown.pk,
        "is_blocked": viewer is not None and has_blocked(viewer, shown),
        "form": form,
        "panels": [] if is_all else panels_of_profile(request, shown, viewer),
    }
    return render(request, "games/people/player.html", context)


@require_POST
def block_player(request: HttpRequest, handle: str) -> HttpResponse:
    """Keep somebody away."""
    account = own_account(request)
    other = find_player(handle, account)
    with refusals_as_messages(request):
        block(account, other)
        messages.success(request, _("You will not meet at a table again. Your settings list whom you keep away."))
    return redirect("player", other.username)


@require_POST
def report_player(request: HttpRequest, handle: str) -> HttpResponse:
    """Tell those who look after the site about somebody."""
    account = own_account(request)
    other = find_player(handle, account)
    form = ReportForm(request.POST)
    if not form.is_valid() or not _is_reported(request, other, form):
        return _render_player(request, other, form)
    messages.success(request, _("Thank you. Those who look after the site will look into it."))
    return redirect("player", other.username)


def _is_reported(request: HttpRequest, other: Account, form: ReportForm) -> bool:
    """Whether a complaint could be taken; why not is told beside the form."""
    try:
        count_request(request, REPORTS)
        report_account(own_account(request), other, form.cleaned_data["text"])
    except Refused as refusal:
        form.add_error(None, translated_refusal(refusal))
        return False
    return True
