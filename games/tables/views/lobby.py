"""Lists of games: the parts of the home page that change, and the page of all public games."""

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.visitors import viewer_at
from games.forms import new_command
from games.page_parts import is_part_request, page_number, part_of
from games.presenters.registry import OFFERED_SETUP
from games.tables.selectors.lobby import (
    STATUS_FILTERS,
    count_live,
    featured_game,
    games_ended,
    games_going_on,
    games_page,
    open_tables,
)


def lobby_context(request: HttpRequest) -> dict[str, Any]:
    """Everything that the home page says about games."""
    viewer = viewer_at(request)
    return {
        "going_on": games_going_on(viewer),
        "ended": games_ended(viewer),
        "tables": open_tables(viewer),
        "featured": featured_game(viewer),
        "live": count_live(),
        "command": new_command(),
        "stream": reverse("api-my-stream") if viewer.account is not None else "",
    }


@login_not_required
@never_cache
@require_safe
@part_of("home")
def lobby_part(request: HttpRequest) -> HttpResponse:
    """The part of the home page that changes."""
    return render(request, "games/tables/lobby/lobby.html", lobby_context(request))


@login_not_required
@never_cache
@require_safe
def games_page_view(request: HttpRequest) -> HttpResponse:
    """The games that everybody may see, or one's own, page by page."""
    viewer, said = viewer_at(request), request.GET
    shows = [*STATUS_FILTERS, *(["mine"] if viewer.account is not None else [])]
    show = said.get("show", "") if said.get("show") in shows else ""
    variant = said.get("variant", "") if said.get("variant") in OFFERED_SETUP.variants else ""
    is_rated = said.get("rated") == "1"
    page = games_page(show, variant, is_rated, page_number(request), viewer)
    filters = {"show": show, "variant": variant, "rated": "1" if is_rated else ""}
    context = {
        "page": page,
        "show": show,
        "shows": shows,
        "variant": variant,
        "variants": OFFERED_SETUP.variants,
        "is_rated": is_rated,
        "newer": _list_address(page.newer, filters),
        "older": _list_address(page.older, filters),
        "here": _list_address(page.number, filters),
    }
    return render(
        request,
        "games/tables/lobby/games_list.html" if is_part_request(request) else "games/tables/lobby/games.html",
        context,
    )


def _list_address(number: int | None, filters: dict[str, str]) -> str:
    """Another page of the same list."""
    if number is None:
        return ""
    said = {**{name: value for name, value in filters.items() if value}, "page": number}
    return f"{reverse('games')}?{urlencode(said)}"
