"""The console of a tournament, for those who run it: what to do next first, then everything that can be done."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.visitors import viewer_at
from games.page_parts import page_number
from games.refusals import translated_refusal
from games.time_zones import zone_named
from tournaments.models import Round
from tournaments.models.tournaments import DRAFT
from tournaments.pages.club_times import UntilForm
from tournaments.pages.clubs import link_to
from tournaments.pages.tournaments import about_tournament, stream_of
from tournaments.selectors.console import (
    ENTER,
    entrants_page,
    kept_apart,
    latest_of,
    newcomers_of,
    not_there,
    results_missing,
    see_as_organiser,
    started_without,
    tables_waiting,
    what_can_be_done,
)
from tournaments.selectors.shown import players_of, rounds_of, see_round, still_in
from tournaments.selectors.tournaments import SeenTournament
from tournaments.selectors.waiting import what_hinders, what_is_next


@never_cache
@require_safe
def console(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Everything that those who run a tournament can do."""
    seen = see_as_organiser(tournament_id, viewer_at(request))
    players, latest = players_of(seen), latest_of(seen)
    can = what_can_be_done(seen, latest)
    is_open = ENTER in can and seen.tournament.status != DRAFT
    context = {
        **about_tournament(request, seen),
        **_times(seen, latest),
        "stream": stream_of(request, seen),
        "can": can,
        "next": what_is_next(seen),
        "hindrance": translated_refusal(hindrance) if (hindrance := what_hinders(seen)) else "",
        "missing": results_missing(latest),
        "waiting": tables_waiting(seen, latest),
        "started_without": started_without(latest),
        "not_there": not_there(seen),
        "players": players,
        "entrants": [(entrant, players[entrant]) for entrant in still_in(seen)],
        "round": see_round(seen, latest.number, players, page=1) if latest else None,
        "rounds": list(rounds_of(seen)),
        "page": entrants_page(seen, page_number(request)),
        "newcomers": newcomers_of(seen) if ENTER in can else None,
        "apart": [
            (one, players[one].name, other, players[other].name) for one, other in kept_apart(seen, list(players))
        ],
        **(link_to(request, "tournament-join", seen.tournament.invite) if is_open else {}),
    }
    return render(request, "tournaments/console.html", context)


def _times(seen: SeenTournament, latest: Round | None) -> dict[str, Any]:
    """The clocks of the club, and the form in which a round gets another end."""
    zone = zone_named(seen.tournament.club.time_zone)
    return {
        "zone": zone,
        "zone_name": seen.tournament.club.time_zone,
        "until": UntilForm(zone, closes_at=latest.closes_at if latest else None),
    }


def back(tournament_id: str, part: str = "") -> HttpResponse:
    """To the console, at the part that has changed."""
    address = reverse("tournament-console", args=[tournament_id])
    return redirect(f"{address}#{part}" if part else address)
