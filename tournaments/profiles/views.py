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
from tournaments.events.standings.csv_export import as_csv
from tournaments.events.views.tournaments import CSV
from tournaments.profiles.rating_graph import RANGES
from tournaments.profiles.selectors import curve_of
from tournaments.ratings.api import LedgerPages
from tournaments.ratings.pools import RATED
from tournaments.ratings.selectors import (
    ledger_of,
    lines_for_download,
    lines_of,
    player_with,
    rated_variant,
    ratings_of,
)
from tournaments.ratings.serializers import change_as_json, csv_rows


@login_not_required
@never_cache
@require_safe
def ratings(request: HttpRequest, handle: str) -> HttpResponse:
    """The rating of somebody in one kind of games: its graph, and every change of it."""
    count_look(request)
    shown = find_player(handle, account_of(request))
    player = player_with(shown.pk)
    known = ratings_of(player) if player is not None else []
    variant, pages = rated_variant(request.GET.get("variant", ""), known), LedgerPages()
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
    return render(request, "tournaments/profiles/player_ratings.html", context)


@login_not_required
@never_cache
@require_safe
def ratings_csv(request: HttpRequest, handle: str) -> HttpResponse:
    """Every change of a rating as a table to take away."""
    shown, variant = _asked(request, handle)
    rows = csv_rows(lines_for_download(shown, variant, viewer_at(request)))
    return HttpResponse(as_csv(rows), content_type=CSV, headers=_attached(shown, variant, "csv"))


@login_not_required
@never_cache
@require_safe
def ratings_json(request: HttpRequest, handle: str) -> HttpResponse:
    """The same as JSON."""
    shown, variant = _asked(request, handle)
    lines = [change_as_json(line) for line in lines_for_download(shown, variant, viewer_at(request))]
    said = {"player": shown.username, "variant": variant, "changes": lines}
    return JsonResponse(said, headers=_attached(shown, variant, "json"))


def _asked(request: HttpRequest, handle: str) -> tuple[Account, str]:
    """Whose rating is asked for, and in which kind of games."""
    count_look(request)
    return find_player(handle, account_of(request)), rated_variant(request.GET.get("variant", ""))


def _attached(shown: Account, variant: str, ending: str) -> dict[str, str]:
    name = f"{shown.username}-{slugify(_('ratings'))}-{variant}.{ending}"
    return {"Content-Disposition": f'attachment; filename="{name}"'}
