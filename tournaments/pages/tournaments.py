"""The list of tournaments and the page of one: how far it is, one's own table, pairings and standings, live."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.absolute_urls import absolute_url
from games.accounts.visitors import invite_query, viewer_at
from games.clock.site_time import now
from games.forms import new_command
from games.page_parts import page_number, part_of
from tournaments.models.tournaments import CANCELLED
from tournaments.pages.clubs import is_registered
from tournaments.selectors.clubs import clubs_run_by
from tournaments.selectors.listing import tournaments_page
from tournaments.selectors.shown import (
    RoundShown,
    Told,
    crosstable_of,
    has_begun,
    page_of,
    players_of,
    rounds_of,
    see_round,
    still_in,
    why_called_off,
    why_started_without,
)
from tournaments.selectors.shown.paging import PER_PAGE
from tournaments.selectors.tournaments import SeenTournament, dice_shown, format_of, see_tournament
from tournaments.selectors.waiting import may_enter, what_is_next
from tournaments.standings import CrossRow, lots_that_decide


@login_not_required
@never_cache
@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """One's own tournaments, those that can be entered, and all others."""
    viewer = viewer_at(request)
    clubs = clubs_run_by(viewer.account) if viewer.account is not None else []
    context = {"page": tournaments_page(viewer, page_number(request)), "clubs": clubs}
    return render(request, "tournaments/tournaments.html", context)


@login_not_required
@never_cache
@require_safe
def tournament(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """One tournament."""
    seen = see_tournament(tournament_id, viewer_at(request))
    return render(request, "tournaments/tournament.html", live_context(request, seen))


@login_not_required
@never_cache
@require_safe
@part_of("tournament")
def live(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The part of its page that changes."""
    seen = see_tournament(tournament_id, viewer_at(request))
    return render(request, "tournaments/_tournament_live.html", live_context(request, seen))


def live_context(request: HttpRequest, seen: SeenTournament) -> dict[str, Any]:
    """Everything that the page of a tournament says."""
    players = players_of(seen)
    rounds = list(rounds_of(seen))
    latest = see_round(seen, rounds[-1].number, players, page=1) if rounds else None
    table, entrants = crosstable_of(seen) if rounds else [], still_in(seen)
    first = _first(seen, table)
    page = page_of(entrants, page_number(request))
    return {
        **about_tournament(request, seen),
        "players": players,
        "entrants": [(entrant, players[entrant]) for entrant in page.rows],
        "entrant_count": len(entrants),
        "page": page,
        "rounds": rounds,
        "round": latest,
        "standings": [(row.standing, players[row.standing.entrant]) for row in first] if has_begun(seen) else [],
        "overridden": {row.standing.entrant for row in first if row.overridden},
        "has_more_standings": len(table) > PER_PAGE,
        "lots": lots_that_decide([row.standing for row in table]),
        "left_out": _left_out(seen, latest),
        "next": what_is_next(seen),
        "may_enter": may_enter(seen),
        **dice_shown(seen.tournament),
        "is_registered": is_registered(request),
        "stream": stream_of(request, seen),
        **_embed(request, seen),
        "live": _live(request, seen, page.number),
    }


def _left_out(seen: SeenTournament, latest: RoundShown | None) -> Told | None:
    """What the log says of a table that has started without the viewer."""
    own = latest.own if latest is not None else None
    if latest is None or own is None or not own.has_left_own:
        return None
    return why_started_without(seen, latest.number, own.number)


def _first(seen: SeenTournament, table: list[CrossRow]) -> list[CrossRow]:
    """The first of the standings, and the viewer's own if they stand further down."""
    own = [row for row in table[PER_PAGE:] if seen.own is not None and row.standing.entrant == seen.own.pk]
    return [*table[:PER_PAGE], *own]


def about_tournament(request: HttpRequest, seen: SeenTournament) -> dict[str, Any]:
    """What all pages of a tournament say of it."""
    return {
        "tournament": seen.tournament,
        "settings": seen.settings,
        "club": seen.tournament.club,
        "sees_club": seen.sees_club,
        "runs_it": seen.runs_it,
        "own": seen.own,
        "is_in": seen.own is not None and seen.own.left_round is None,
        "unit": format_of(seen.tournament).unit_of(seen.settings),
        "called_off": why_called_off(seen) if seen.tournament.status == CANCELLED else "",
        "invite_query": invite_query(request),
        "now": now(),
        "command": new_command(),
    }


def _embed(request: HttpRequest, seen: SeenTournament) -> dict[str, str]:
    """Where other sites find the standings of a tournament that everybody may see."""
    if not seen.tournament.is_public or not has_begun(seen):
        return {}
    page, data = (
        absolute_url(request, name, seen.tournament.pk) for name in ("embed-standings", "embed-standings-json")
    )
    return {"embed_page": page, "embed_data": data}


def _live(request: HttpRequest, seen: SeenTournament, page: int) -> str:
    address, query = reverse("tournament-live", args=[seen.tournament.pk]), invite_query(request)
    return f"{address}{query}" if page == 1 else f"{address}{query}{'&' if query else '?'}page={page}"


def stream_of(request: HttpRequest, seen: SeenTournament) -> str:
    """Where the page hears that something has happened since it was made."""
    address = reverse("api-tournament-stream", args=[seen.tournament.pk])
    query = invite_query(request)
    return f"{address}{query}{'&' if query else '?'}after={seen.tournament.seq}"
