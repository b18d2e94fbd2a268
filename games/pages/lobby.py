"""Lists of games: the parts of the home page that change, and the page of all public games."""

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.boards.agreeing import OFFERED
from games.pages.addresses import page_number
from games.pages.commands import new_command
from games.pages.parts import is_for_a_part, part_of
from games.pages.visitors import viewer_at
from games.selectors.lobby import (
    SHOWS,
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
def lobby(request: HttpRequest) -> HttpResponse:
    """The part of the home page that changes."""
    return render(request, "games/lobby/lobby.html", lobby_context(request))


@login_not_required
@never_cache
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """The games that everybody may see, or one's own, page by page."""
    viewer, said = viewer_at(request), request.GET
    shows = [*SHOWS, *(["mine"] if viewer.account is not None else [])]
    show = said.get("show", "") if said.get("show") in shows else ""
    variant = said.get("variant", "") if said.get("variant") in OFFERED.variants else ""
    is_rated = said.get("rated") == "1"
    page = games_page(show, variant, is_rated, page_number(request), viewer)
    filters = {"show": show, "variant": variant, "rated": "1" if is_rated else ""}
    context = {
        "page": page,
        "show": show,
        "shows": shows,
        "variant": variant,
        "variants": OFFERED.variants,
        "is_rated": is_rated,
        "newer": _address(page.newer, filters),
        "older": _address(page.older, filters),
        "here": _address(page.number, filters),
    }
    return render(
        request, "games/lobby/games_list.html" if is_for_a_part(request) else "games/lobby/games.html", context
    )


def _address(number: int | None, filters: dict[str, str]) -> str:
    """Another page of the same list."""
    if number is None:
        return ""
    said = {**{name: value for name, value in filters.items() if value}, "page": number}
    return f"{reverse('games')}?{urlencode(said)}"
