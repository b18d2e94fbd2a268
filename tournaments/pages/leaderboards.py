"""Leaderboards: of everybody, and of the members of a club; with the viewer's own place pinned.

With `?dice=table` the lists of games with dice on the table.
"""

from typing import Any, Final
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.dice import TABLE
from engine.errors import Malformed
from games.absolute_urls import absolute_url
from games.accounts.callers import Viewer
from games.accounts.visitors import count_look, viewer_at
from games.clock.site_time import now
from tournaments.leaderboards.boards import board_of, read_cursor
from tournaments.leaderboards.choosing import Choice, choose, choose_at_tables
from tournaments.leaderboards.sql import first_month
from tournaments.leaderboards.table_dice import first_played, read_mark
from tournaments.pages.board_links import links_of
from tournaments.pages.clubs import is_registered
from tournaments.ratings.pools import STANDARD
from tournaments.selectors import see_club
from tournaments.selectors.leaderboards import see_leaderboard, see_own, usual_variant
from tournaments.selectors.table_dice import see_table_dice

EMBEDDED: Final = "embed-leaderboard"
TABLE_DICE: Final = "tournaments/table_dice.html"


@login_not_required
@never_cache
@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """Everybody by rating, or by solo score."""
    count_look(request)
    viewer = viewer_at(request)
    if _is_table(request):
        return render(request, TABLE_DICE, _at_tables(request, viewer))
    choice = _choice(request, viewer)
    context = {**_context(request, choice, viewer), **embed_of(request, choice)}
    return render(request, "tournaments/leaderboards.html", context)


@login_not_required
@never_cache
@require_safe
def club_leaderboards(request: HttpRequest, club_id: str) -> HttpResponse:
    """The same among the members of a club."""
    count_look(request)
    viewer = viewer_at(request)
    seen = see_club(club_id, viewer)
    if _is_table(request):
        return render(request, TABLE_DICE, {**_at_tables(request, viewer, club_id), "club": seen.club})
    choice = _choice(request, viewer)
    context = {**_context(request, choice, viewer, club_id), "club": seen.club}
    if seen.role is None:
        context["own"] = None
    if seen.club.is_public:
        context |= embed_of(request, choice, club_id)
    return render(request, "tournaments/leaderboards.html", context)


def _is_table(request: HttpRequest) -> bool:
    """Whether the games with dice on the table are asked for."""
    dice = request.GET.get("dice", "")
    if dice not in ("", TABLE):
        raise Malformed("leaderboard/dice", "Dice are “table”, or not named for rated games.")
    return dice == TABLE


def _at_tables(request: HttpRequest, viewer: Viewer, club: str | None = None) -> dict[str, Any]:
    choice = choose_at_tables(request.GET.get("variant") or STANDARD, request.GET, now())
    cursor = request.GET.get("cursor")
    page = see_table_dice(choice, viewer, after=read_mark(cursor) if cursor else None, club=club)
    links = links_of(choice, page.next, first_played(choice))
    return {"choice": choice, "page": page, "is_first": not cursor, "links": links}


def _choice(request: HttpRequest, viewer: Viewer) -> Choice:
    return choose(request.GET.get("variant") or usual_variant(viewer), request.GET, now())


def _context(request: HttpRequest, choice: Choice, viewer: Viewer, club: str | None = None) -> dict[str, Any]:
    cursor = request.GET.get("cursor")
    page = see_leaderboard(choice, viewer, after=read_cursor(cursor) if cursor else None, club=club)
    own = see_own(choice, viewer, club=club) if is_registered(request) else None
    return {
        "choice": choice,
        "page": page,
        "is_first": not cursor,
        "own": own,
        "is_own_shown": any(line.is_own for line in page.lines),
        "links": links_of(choice, page.next, first_month(board_of(choice.pool, choice.period))),
    }


def embed_of(request: HttpRequest, choice: Choice, club: str | None = None) -> dict[str, str]:
    """Where other sites find the board: the page for their frames, and the data."""
    said = {**choice.query(), **({"club": club} if club else {})}
    query = f"?{urlencode(said)}" if said else ""
    page = absolute_url(request, EMBEDDED, choice.variant)
    data = absolute_url(request, f"{EMBEDDED}-json", choice.variant)
    return {"embed_page": page + query, "embed_data": data + query}
