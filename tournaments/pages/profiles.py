"""Ratings of somebody: the panel on their profile, the page with every change, and that to take away."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.models import Account
from games.accounts.profiles import find_player, profile_of
from games.accounts.visitors import account_of, count_look, viewer_at
from tournaments.api.paging import ByMatch
from tournaments.pages.looking import CSV
from tournaments.profiles.ranges import RANGES
from tournaments.ratings.pools import RATED
from tournaments.selectors.ledgers import ledger_of, lines_of, player_with
from tournaments.selectors.profiles import curve_of, rated_variant
from tournaments.selectors.ratings import ratings_of
from tournaments.selectors.telling_ratings import about_line, lines_to_take, table_of
from tournaments.standings import as_csv


@login_not_required
@never_cache
@require_safe
def ratings(request: HttpRequest, handle: str) -> HttpResponse:
    """The rating of somebody in one kind of games: its graph, and every change of it."""
    count_look(request)
    shown = find_player(handle, account_of(request))
    player = player_with(shown.pk)
    known = ratings_of(player) if player is not None else []
    variant, pages = rated_variant(request.GET.get("variant", ""), known), ByMatch()
    entries = pages.page_of(ledger_of(player, variant), request.GET)
    context = {
        "player": profile_of(shown),
        "ratings": known,
        "variants": RATED,
        "ranges": RANGES,
        "curve": curve_of(player or "", variant, request.GET.get("range", "")),
        "lines": lines_of(entries, shown, viewer_at(request)),
        "next": pages.next,
        "is_first": "cursor" not in request.GET,
    }
    return render(request, "tournaments/player_ratings.html", context)


@login_not_required
@never_cache
@require_safe
def ratings_csv(request: HttpRequest, handle: str) -> HttpResponse:
    """Every change of a rating as a table to take away."""
    shown, variant = _asked(request, handle)
    rows = table_of(lines_to_take(shown, variant, viewer_at(request)))
    return HttpResponse(as_csv(rows), content_type=CSV, headers=_attached(shown, variant, "csv"))


@login_not_required
@never_cache
@require_safe
def ratings_json(request: HttpRequest, handle: str) -> HttpResponse:
    """The same as JSON."""
    shown, variant = _asked(request, handle)
    lines = [about_line(line) for line in lines_to_take(shown, variant, viewer_at(request))]
    said = {"player": shown.username, "variant": variant, "changes": lines}
    return JsonResponse(said, headers=_attached(shown, variant, "json"))


def _asked(request: HttpRequest, handle: str) -> tuple[Account, str]:
    """Whose rating is asked for, and in which kind of games."""
    count_look(request)
    return find_player(handle, account_of(request)), rated_variant(request.GET.get("variant", ""))


def _attached(shown: Account, variant: str, ending: str) -> dict[str, str]:
    name = f"{shown.username}-{slugify(_('ratings'))}-{variant}.{ending}"
    return {"Content-Disposition": f'attachment; filename="{name}"'}
