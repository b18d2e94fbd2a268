"""The pages of leaderboards: of everybody, and of the members of a club, with the viewer's own place pinned; and the
links to the other boards, to earlier periods and to the next rows.

With `?dice=table` the lists of games with dice on the table.
"""

from datetime import datetime
from typing import Any, Final, NamedTuple
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
from tournaments.clubs.selectors import see_club
from tournaments.clubs.views import is_registered
from tournaments.ratings.leaderboards.board import current_board, read_cursor
from tournaments.ratings.leaderboards.filters import (
    LEVELS,
    TABLE_DICE_VARIANTS,
    VARIANTS,
    BoardFilter,
    parse_filter,
    parse_table_dice_filter,
)
from tournaments.ratings.leaderboards.periods import PERIODS, period_at, period_begin
from tournaments.ratings.leaderboards.selectors import see_leaderboard, see_own_place, see_table_dice, usual_variant
from tournaments.ratings.leaderboards.source import first_month
from tournaments.ratings.leaderboards.table_dice import first_played, read_table_dice_cursor
from tournaments.variants import STANDARD

RATED_DICE: Final = "rated"


class BoardLink(NamedTuple):
    """A link to a board on the same page."""

    what: str | int | None
    """What is different there: the dice, a variant, a level, a kind of period or the name of one."""
    query: str
    is_current: bool = False


class BoardLinks(NamedTuple):
    """All of them."""

    dice: list[BoardLink]
    """Rated games, or those with dice on the table."""
    variants: list[BoardLink]
    levels: list[BoardLink]
    """Of solo scores; None is for all levels."""
    periods: list[BoardLink]
    earlier: BoardLink | None
    later: BoardLink | None
    first: str
    """Back to the top."""
    next: str | None


def links_of_board(choice: BoardFilter, cursor: str | None, since: datetime | None) -> BoardLinks:
    """The links of a board's page; a cursor leads to the next rows, none to a time before the first result."""
    offered = TABLE_DICE_VARIANTS if choice.is_table else VARIANTS
    variants = [
        BoardLink(one, query_of_board(_with(choice, variant=one, level=None)), one == choice.variant) for one in offered
    ]
    levels = [BoardLink(one, query_of_board(_with(choice, level=one)), one == choice.level) for one in (None, *LEVELS)]
    periods = [BoardLink(kind, query_of_board(_now(choice, kind)), kind == choice.kind) for kind in PERIODS]
    return BoardLinks(
        dice=[_with_dice(choice, is_table) for is_table in (False, True)],
        variants=variants,
        levels=levels if choice.is_solo else [],
        periods=periods,
        earlier=_at(choice, choice.earlier) if _had_begun(choice, since) else None,
        later=_at(choice, choice.later),
        first=query_of_board(choice),
        next=query_of_board(choice, cursor=cursor) if cursor is not None else None,
    )


def query_of_board(choice: BoardFilter, **more: str) -> str:
    """What the address of a board's page says."""
    return "?" + urlencode({"variant": choice.variant, **choice.query(), **more})


def _with_dice(choice: BoardFilter, is_table: bool) -> BoardLink:
    """To the rated games, or to those with dice on the table; what is not played there leads to the first that is."""
    variant = choice.variant if choice.variant in TABLE_DICE_VARIANTS or not is_table else TABLE_DICE_VARIANTS[0]
    there = choice._replace(variant=variant, is_table=is_table)
    return BoardLink(TABLE if is_table else RATED_DICE, query_of_board(there), is_table == choice.is_table)


def _had_begun(choice: BoardFilter, since: datetime | None) -> bool:
    """Whether the period before lies behind the first result, or holds it."""
    begun = period_begin(choice.kind, choice.period)
    return since is not None and begun is not None and since < begun


def _with(choice: BoardFilter, **changes: str | int | None) -> BoardFilter:
    return choice._replace(**changes)  # type: ignore[arg-type]  # the fields are those of a choice


def _now(choice: BoardFilter, kind: str) -> BoardFilter:
    return choice._replace(kind=kind, period=period_at(kind, choice.moment))


def _at(choice: BoardFilter, period: str | None) -> BoardLink | None:
    return None if period is None else BoardLink(period, query_of_board(choice._replace(period=period)))


EMBEDDED: Final = "embed-leaderboard"
TABLE_DICE: Final = "tournaments/ratings/leaderboards/table_dice.html"


@login_not_required
@never_cache
@require_safe
def leaderboards(request: HttpRequest) -> HttpResponse:
    """Everybody by rating, or by solo score."""
    count_look(request)
    viewer = viewer_at(request)
    if _is_table(request):
        return render(request, TABLE_DICE, _table_dice_context(request, viewer))
    choice = _filter_of(request, viewer)
    context = {**_context(request, choice, viewer), **embed_of(request, choice)}
    return render(request, "tournaments/ratings/leaderboards/leaderboards.html", context)


@login_not_required
@never_cache
@require_safe
def club_leaderboards(request: HttpRequest, club_id: str) -> HttpResponse:
    """The same among the members of a club."""
    count_look(request)
    viewer = viewer_at(request)
    seen = see_club(club_id, viewer)
    if _is_table(request):
        return render(request, TABLE_DICE, {**_table_dice_context(request, viewer, club_id), "club": seen.club})
    choice = _filter_of(request, viewer)
    context = {**_context(request, choice, viewer, club_id), "club": seen.club}
    if seen.role is None:
        context["own"] = None
    if seen.club.is_public:
        context |= embed_of(request, choice, club_id)
    return render(request, "tournaments/ratings/leaderboards/leaderboards.html", context)


def _is_table(request: HttpRequest) -> bool:
    """Whether the games with dice on the table are asked for."""
    dice = request.GET.get("dice", "")
    if dice not in ("", TABLE):
        raise Malformed("leaderboard/dice", "Dice are “table”, or not named for rated games.")
    return dice == TABLE


def _table_dice_context(request: HttpRequest, viewer: Viewer, club: str | None = None) -> dict[str, Any]:
    choice = parse_table_dice_filter(request.GET.get("variant") or STANDARD, request.GET, now())
    cursor = request.GET.get("cursor")
    page = see_table_dice(choice, viewer, after=read_table_dice_cursor(cursor) if cursor else None, club=club)
    links = links_of_board(choice, page.next, first_played(choice))
    return {"choice": choice, "page": page, "is_first": not cursor, "links": links}


def _filter_of(request: HttpRequest, viewer: Viewer) -> BoardFilter:
    return parse_filter(request.GET.get("variant") or usual_variant(viewer), request.GET, now())


def _context(request: HttpRequest, choice: BoardFilter, viewer: Viewer, club: str | None = None) -> dict[str, Any]:
    cursor = request.GET.get("cursor")
    page = see_leaderboard(choice, viewer, after=read_cursor(cursor) if cursor else None, club=club)
    own = see_own_place(choice, viewer, club=club) if is_registered(request) else None
    return {
        "choice": choice,
        "page": page,
        "is_first": not cursor,
        "own": own,
        "is_own_shown": any(line.is_own for line in page.lines),
        "links": links_of_board(choice, page.next, first_month(current_board(choice.pool, choice.period))),
    }


def embed_of(request: HttpRequest, choice: BoardFilter, club: str | None = None) -> dict[str, str]:
    """Where other sites find the board: the page for their frames, and the data."""
    said = {**choice.query(), **({"club": club} if club else {})}
    query = f"?{urlencode(said)}" if said else ""
    page = absolute_url(request, EMBEDDED, choice.variant)
    data = absolute_url(request, f"{EMBEDDED}-json", choice.variant)
    return {"embed_page": page + query, "embed_data": data + query}
