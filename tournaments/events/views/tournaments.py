"""The list of tournaments and the pages of one: how far it is, live; a round, why somebody was paired so, the
crosstable, tables as files, the log."""

from typing import Any, Final

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.absolute_urls import absolute_url
from games.accounts.visitors import count_look, invite_query, viewer_at
from games.api.serializers import read_number
from games.clock.site_time import now
from games.forms import new_command
from games.page_parts import page_number, part_of
from tournaments.clubs.selectors import clubs_run_by
from tournaments.clubs.views import is_registered
from tournaments.events.history import format_of
from tournaments.events.selectors.entrants import active_entrants, entrant_names
from tournaments.events.selectors.lists import tournaments_page
from tournaments.events.selectors.log import (
    EVENTS_PER_PAGE,
    ShownEvent,
    cancel_reason,
    log_events,
    signed_end,
    start_without_event,
)
from tournaments.events.selectors.rounds import (
    RoundShown,
    dice_context,
    explain_pairing,
    games_of,
    rounds_of,
    see_round,
)
from tournaments.events.selectors.schedule import may_enter, what_is_next
from tournaments.events.selectors.standings import crosstable_of, crosstable_rows, has_results, standings_rows
from tournaments.events.selectors.visibility import SeenTournament, see_tournament
from tournaments.events.standings.csv_export import as_csv
from tournaments.events.standings.ranking import CrosstableRow, lots_that_decide
from tournaments.events.statuses import CANCELLED, PAIRED
from tournaments.events.tournament_names import name_of
from tournaments.paging import PER_PAGE, page_of


@login_not_required
@never_cache
@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """One's own tournaments, those that can be entered, and all others."""
    viewer = viewer_at(request)
    clubs = clubs_run_by(viewer.account) if viewer.account is not None else []
    context = {"page": tournaments_page(viewer, page_number(request)), "clubs": clubs}
    return render(request, "tournaments/events/tournaments.html", context)


@login_not_required
@never_cache
@require_safe
def tournament_page(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """One tournament."""
    seen = see_tournament(tournament_id, viewer_at(request))
    return render(request, "tournaments/events/tournament.html", live_context(request, seen))


@login_not_required
@never_cache
@require_safe
@part_of("tournament")
def tournament_live(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The part of its page that changes."""
    seen = see_tournament(tournament_id, viewer_at(request))
    return render(request, "tournaments/events/_tournament_live.html", live_context(request, seen))


def live_context(request: HttpRequest, seen: SeenTournament) -> dict[str, Any]:
    """Everything that the page of a tournament says."""
    players = entrant_names(seen)
    rounds = list(rounds_of(seen))
    latest = see_round(seen, rounds[-1].number, players, page=1) if rounds else None
    table, entrants = crosstable_of(seen) if rounds else [], active_entrants(seen)
    first = _first_standings(seen, table)
    page = page_of(entrants, page_number(request))
    return {
        **tournament_context(request, seen),
        "players": players,
        "entrants": [(entrant, players[entrant]) for entrant in page.rows],
        "entrant_count": len(entrants),
        "page": page,
        "rounds": rounds,
        "round": latest,
        "standings": [(row.standing, players[row.standing.entrant]) for row in first] if has_results(seen) else [],
        "overridden": {row.standing.entrant for row in first if row.overridden},
        "has_more_standings": len(table) > PER_PAGE,
        "lots": lots_that_decide([row.standing for row in table]),
        "left_out": _started_without_viewer(seen, latest),
        "next": what_is_next(seen),
        "may_enter": may_enter(seen),
        **dice_context(seen.tournament),
        "is_registered": is_registered(request),
        "stream": stream_address(request, seen),
        **_embed_addresses(request, seen),
        "live": _live_address(request, seen, page.number),
    }


def _started_without_viewer(seen: SeenTournament, latest: RoundShown | None) -> ShownEvent | None:
    """What the log says of a table that has started without the viewer."""
    own = latest.own if latest is not None else None
    if latest is None or own is None or not own.has_left_own:
        return None
    return start_without_event(seen, latest.number, own.number)


def _first_standings(seen: SeenTournament, table: list[CrosstableRow]) -> list[CrosstableRow]:
    """The first of the standings, and the viewer's own if they stand further down."""
    own = [row for row in table[PER_PAGE:] if seen.own is not None and row.standing.entrant == seen.own.pk]
    return [*table[:PER_PAGE], *own]


def tournament_context(request: HttpRequest, seen: SeenTournament) -> dict[str, Any]:
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
        "called_off": cancel_reason(seen) if seen.tournament.status == CANCELLED else "",
        "invite_query": invite_query(request),
        "now": now(),
        "command": new_command(),
    }


def _embed_addresses(request: HttpRequest, seen: SeenTournament) -> dict[str, str]:
    """Where other sites find the standings of a tournament that everybody may see."""
    if not seen.tournament.is_public or not has_results(seen):
        return {}
    page, data = (
        absolute_url(request, name, seen.tournament.pk) for name in ("embed-standings", "embed-standings-json")
    )
    return {"embed_page": page, "embed_data": data}


def _live_address(request: HttpRequest, seen: SeenTournament, page: int) -> str:
    address, query = reverse("tournament-live", args=[seen.tournament.pk]), invite_query(request)
    return f"{address}{query}" if page == 1 else f"{address}{query}{'&' if query else '?'}page={page}"


def stream_address(request: HttpRequest, seen: SeenTournament) -> str:
    """Where the page hears that something has happened since it was made."""
    address = reverse("api-tournament-stream", args=[seen.tournament.pk])
    query = invite_query(request)
    return f"{address}{query}{'&' if query else '?'}after={seen.tournament.seq}"


CSV: Final = "text/csv; charset=utf-8"


@login_not_required
@never_cache
@require_safe
def one_round(request: HttpRequest, tournament_id: str, number: int) -> HttpResponse:
    """One round: who sits where, and what came of it."""
    seen = see_tournament(tournament_id, viewer_at(request))
    players = entrant_names(seen)
    context = {
        **tournament_context(request, seen),
        "round": see_round(seen, number, players, page_number(request)),
        "rounds": list(rounds_of(seen)),
        "players": players,
    }
    return render(request, "tournaments/events/round.html", context)


@login_not_required
@never_cache
@require_safe
def pairing_page(request: HttpRequest, tournament_id: str, number: int, entrant: str) -> HttpResponse:
    """Why somebody got this opponent, table, seat or bye."""
    seen = see_tournament(tournament_id, viewer_at(request))
    players = entrant_names(seen)
    drawn, shown = explain_pairing(seen, number, entrant), see_round(seen, number, players)
    table = next((table for table in shown.tables if any(seat.entrant == entrant for seat in table.seats)), None)
    context = {
        **tournament_context(request, seen),
        "drawn": drawn,
        "table": table,
        "player": players[entrant],
        "entrant": entrant,
        "players": players,
        "round": shown,
    }
    return render(request, "tournaments/events/why.html", context)


@login_not_required
@never_cache
@require_safe
def crosstable_page(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Everybody by standing, and what each round was for them."""
    count_look(request)
    seen = see_tournament(tournament_id, viewer_at(request))
    players = entrant_names(seen)
    rounds = list(rounds_of(seen).exclude(status=PAIRED))
    rows = crosstable_of(seen) if rounds else []
    places = {row.standing.entrant: at for at, row in enumerate(rows, start=1)}
    page = page_of(rows, page_number(request))
    context = {
        **tournament_context(request, seen),
        "rounds": rounds,
        "rows": [(places[row.standing.entrant], row, players[row.standing.entrant]) for row in page.rows],
        "page": page,
        "places": places,
        "games": games_of(seen, [row.standing.entrant for row in page.rows]),
        "has_forfeits": any(row.standing.forfeits for row in page.rows),
        "has_overridden": any(cell.is_overridden for row in page.rows for cell in row.cells),
        "players": players,
    }
    return render(request, "tournaments/events/crosstable.html", context)


@login_not_required
@never_cache
@require_safe
def standings_csv(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The standings as a table to take away."""
    return _csv(request, tournament_id, standings_rows, _("standings"))


@login_not_required
@never_cache
@require_safe
def crosstable_csv(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The crosstable as a table to take away."""
    return _csv(request, tournament_id, crosstable_rows, _("crosstable"))


def _csv(request: HttpRequest, tournament_id: str, rows: Any, word: str) -> HttpResponse:
    count_look(request)
    seen = see_tournament(tournament_id, viewer_at(request))
    name = f"{slugify(name_of(seen.tournament)) or seen.tournament.pk}-{slugify(word)}.csv"
    disposition = f'attachment; filename="{name}"'
    return HttpResponse(as_csv(rows(seen)), content_type=CSV, headers={"Content-Disposition": disposition})


@login_not_required
@never_cache
@require_safe
def log_page(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """What happened, who did it and why, the latest first."""
    count_look(request)
    seen = see_tournament(tournament_id, viewer_at(request))
    told = log_events(seen, read_number(request.GET, "before", 1))
    context = {
        **tournament_context(request, seen),
        "events": told,
        "players": entrant_names(seen),
        "before": _next_page_before(seen, len(told), told[-1].seq if told else 0),
        "signed": signed_end(seen),
    }
    return render(request, "tournaments/events/log.html", context)


def _next_page_before(seen: SeenTournament, shown: int, last: int) -> int | None:
    return last if shown == EVENTS_PER_PAGE and last > 1 else None
