"""What else is shown of a tournament: a round, why somebody was paired so, the crosstable, tables as files, the log."""

from typing import Any, Final

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.visitors import count_look, viewer_at
from games.api.serializers import read_number
from games.page_parts import page_number
from tournaments.models.tournaments import PAIRED
from tournaments.naming import name_of
from tournaments.pages.tournaments import about_tournament
from tournaments.selectors.exports import crosstable_rows, standings_rows
from tournaments.selectors.shown import (
    chronicle,
    crosstable_of,
    games_of,
    page_of,
    players_of,
    rounds_of,
    see_round,
    signed_end,
    why,
)
from tournaments.selectors.shown.chronicle import PER_PAGE
from tournaments.selectors.tournaments import SeenTournament, see_tournament
from tournaments.standings import as_csv

CSV: Final = "text/csv; charset=utf-8"


@login_not_required
@never_cache
@require_safe
def one_round(request: HttpRequest, tournament_id: str, number: int) -> HttpResponse:
    """One round: who sits where, and what came of it."""
    seen = see_tournament(tournament_id, viewer_at(request))
    players = players_of(seen)
    context = {
        **about_tournament(request, seen),
        "round": see_round(seen, number, players, page_number(request)),
        "rounds": list(rounds_of(seen)),
        "players": players,
    }
    return render(request, "tournaments/round.html", context)


@login_not_required
@never_cache
@require_safe
def why_so(request: HttpRequest, tournament_id: str, number: int, entrant: str) -> HttpResponse:
    """Why somebody got this opponent, table, seat or bye."""
    seen = see_tournament(tournament_id, viewer_at(request))
    players = players_of(seen)
    drawn, shown = why(seen, number, entrant), see_round(seen, number, players)
    table = next((table for table in shown.tables if any(seat.entrant == entrant for seat in table.seats)), None)
    context = {
        **about_tournament(request, seen),
        "drawn": drawn,
        "table": table,
        "player": players[entrant],
        "entrant": entrant,
        "players": players,
        "round": shown,
    }
    return render(request, "tournaments/why.html", context)


@login_not_required
@never_cache
@require_safe
def crosstable(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Everybody by standing, and what each round was for them."""
    count_look(request)
    seen = see_tournament(tournament_id, viewer_at(request))
    players = players_of(seen)
    rounds = list(rounds_of(seen).exclude(status=PAIRED))
    rows = crosstable_of(seen) if rounds else []
    places = {row.standing.entrant: at for at, row in enumerate(rows, start=1)}
    page = page_of(rows, page_number(request))
    context = {
        **about_tournament(request, seen),
        "rounds": rounds,
        "rows": [(places[row.standing.entrant], row, players[row.standing.entrant]) for row in page.rows],
        "page": page,
        "places": places,
        "games": games_of(seen, [row.standing.entrant for row in page.rows]),
        "has_forfeits": any(row.standing.forfeits for row in page.rows),
        "has_overridden": any(cell.is_overridden for row in page.rows for cell in row.cells),
        "players": players,
    }
    return render(request, "tournaments/crosstable.html", context)


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
def log(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """What happened, who did it and why, the latest first."""
    count_look(request)
    seen = see_tournament(tournament_id, viewer_at(request))
    told = chronicle(seen, read_number(request.GET, "before", 1))
    context = {
        **about_tournament(request, seen),
        "events": told,
        "players": players_of(seen),
        "before": _following(seen, len(told), told[-1].seq if told else 0),
        "signed": signed_end(seen),
    }
    return render(request, "tournaments/log.html", context)


def _following(seen: SeenTournament, shown: int, last: int) -> int | None:
    return last if shown == PER_PAGE and last > 1 else None
