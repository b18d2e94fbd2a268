"""The console of a tournament, for those who run it: what to do next first, then everything that can be done; and
what organisers do about those who take part: enter others, say who is there, take out, let back in, keep apart,
start a table without whoever has not come."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import Refused
from games.accounts.visitors import caller_at, count_command, viewer_at
from games.forms import REFUSALS_WITH_OWN_PAGE, command_of, refusals_as_messages, refusals_in_form
from games.page_parts import page_number
from games.refusals import translated_refusal
from games.time_zones import zone_named
from tournaments.clubs.views import link_to
from tournaments.events.form_fields import RoundEndForm
from tournaments.events.forms import StartTableForm
from tournaments.events.models import Round
from tournaments.events.selectors.console import (
    ENTER,
    available_actions,
    count_missing_results,
    count_not_checked_in,
    count_started_without,
    kept_apart_pairs,
    latest_round_of,
    see_attendance,
    tables_waiting,
)
from tournaments.events.selectors.entrants import active_entrants, entrant_names, entrants_page, entry_candidates
from tournaments.events.selectors.rounds import rounds_of, see_round, see_table_to_decide
from tournaments.events.selectors.schedule import what_hinders, what_is_next
from tournaments.events.selectors.visibility import SeenTournament, see_as_organiser
from tournaments.events.services.entrants import (
    allow_pair,
    check_in,
    enter_other,
    forbid_pair,
    remove_entrant,
    return_entrant,
)
from tournaments.events.services.rounds import start_table
from tournaments.events.statuses import DRAFT
from tournaments.events.views.tournaments import stream_address, tournament_context


@never_cache
@require_safe
def console(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Everything that those who run a tournament can do."""
    seen = see_as_organiser(tournament_id, viewer_at(request))
    players, latest = entrant_names(seen), latest_round_of(seen)
    can = available_actions(seen, latest)
    is_open = ENTER in can and seen.tournament.status != DRAFT
    context = {
        **tournament_context(request, seen),
        **_round_times(seen, latest),
        "stream": stream_address(request, seen),
        "can": can,
        "next": what_is_next(seen),
        "hindrance": translated_refusal(hindrance) if (hindrance := what_hinders(seen)) else "",
        "missing": count_missing_results(latest),
        "waiting": tables_waiting(seen, latest),
        "started_without": count_started_without(latest),
        "not_there": count_not_checked_in(seen),
        "players": players,
        "entrants": [(entrant, players[entrant]) for entrant in active_entrants(seen)],
        "round": see_round(seen, latest.number, players, page=1) if latest else None,
        "rounds": list(rounds_of(seen)),
        "page": entrants_page(seen, page_number(request)),
        "newcomers": entry_candidates(seen) if ENTER in can else None,
        "apart": [
            (one, players[one].name, other, players[other].name) for one, other in kept_apart_pairs(seen, list(players))
        ],
        **(link_to(request, "tournament-join", seen.tournament.invite) if is_open else {}),
    }
    return render(request, "tournaments/events/console/console.html", context)


def _round_times(seen: SeenTournament, latest: Round | None) -> dict[str, Any]:
    """The clocks of the club, and the form in which a round gets another end."""
    zone = zone_named(seen.tournament.club.time_zone)
    return {
        "zone": zone,
        "zone_name": seen.tournament.club.time_zone,
        "until": RoundEndForm(zone, closes_at=latest.closes_at if latest else None),
    }


def to_console(tournament_id: str, part: str = "") -> HttpResponse:
    """To the console, at the part that has changed."""
    address = reverse("tournament-console", args=[tournament_id])
    return redirect(f"{address}#{part}" if part else address)


CANDIDATE_KINDS: Final = ("account", "person", "bot")


@require_POST
def enter_somebody(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Enter a member, a person without an account, a bot, or whoever has an account by its name."""
    count_command(request)
    with refusals_as_messages(request):
        command = command_of(request, "enter-other")
        enter_other(tournament_id, caller_at(request), command, **_candidate(request))
        messages.success(request, _("They are in."))
    return to_console(tournament_id, "entrants")


def _candidate(request: HttpRequest) -> dict[str, Any]:
    """Who is meant, as the service wants it; whoever is written by name goes before what is chosen."""
    if handle := request.POST.get("handle", "").strip():
        return {"account": handle.removeprefix("@")}
    kind, _colon, name = request.POST.get("who", "").partition(":")
    if kind == "person":
        return {"person": int(name) if name.isascii() and name.isdigit() and len(name) < 19 else 0}
    return {kind: name} if kind in CANDIDATE_KINDS else {}


def _entrant_command(verb: str, service: Callable[..., Any]) -> Callable[[HttpRequest, str], HttpResponse]:
    """The view of something that is said of one entrant."""

    def view(request: HttpRequest, tournament_id: str) -> HttpResponse:
        count_command(request)
        with refusals_as_messages(request):
            entrant = request.POST.get("entrant", "")
            service(tournament_id, caller_at(request), command_of(request, verb), entrant=entrant)
        return to_console(tournament_id, "entrants")

    return require_POST(view)


return_somebody = _entrant_command("return", return_entrant)
check_in_somebody = _entrant_command("check-in", check_in)


@require_POST
def remove_somebody(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """Take somebody out, for a reason that they can read."""
    count_command(request)
    with refusals_as_messages(request):
        entrant, reason = request.POST.get("entrant", ""), request.POST.get("reason", "").strip()
        remove_entrant(tournament_id, caller_at(request), command_of(request, "remove"), entrant, reason)
    return to_console(tournament_id, "entrants")


def _pair_command(verb: str, service: Callable[..., Any]) -> Callable[[HttpRequest, str], HttpResponse]:
    """The view of something that is said of two entrants."""

    def view(request: HttpRequest, tournament_id: str) -> HttpResponse:
        count_command(request)
        with refusals_as_messages(request):
            one, other = request.POST.get("one", ""), request.POST.get("other", "")
            service(tournament_id, caller_at(request), command_of(request, verb), one, other)
        return to_console(tournament_id, "apart")

    return require_POST(view)


keep_apart = _pair_command("forbid-pair", forbid_pair)
let_meet = _pair_command("allow-pair", allow_pair)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start_waiting_table(request: HttpRequest, tournament_id: str, number: int, table: int) -> HttpResponse:
    """Ask whether a table is really to start without those who have not come, and start it."""
    seen = see_as_organiser(tournament_id, viewer_at(request))
    players = entrant_names(seen)
    shown = see_round(seen, number, players)
    at = see_table_to_decide(shown, table)
    form = StartTableForm(request.POST or None)
    if request.method == "POST":
        count_command(request)
        if form.is_valid() and _has_started(request, tournament_id, number, table, form):
            messages.success(request, _("The table has started without whoever was missing."))
            return to_console(tournament_id, "round")
    try:
        found = see_attendance(seen, number, table)
    except REFUSALS_WITH_OWN_PAGE:
        raise
    except Refused as refusal:
        # It has started meanwhile, or cannot: there is nothing left to ask.
        messages.error(request, translated_refusal(refusal))
        return to_console(tournament_id, "round")
    context = {
        **tournament_context(request, seen),
        "round": shown,
        "table": at,
        "without": found.absent,
        "absent": get_text_list([players[entrant].name for entrant in found.absent], _("and")),
        "here": get_text_list([players[entrant].name for entrant in found.here], _("and")),
        "form": form,
    }
    return render(request, "tournaments/events/console/start_table.html", context, status=400 if form.errors else 200)


def _has_started(request: HttpRequest, tournament_id: str, number: int, table: int, form: StartTableForm) -> bool:
    """Whether the table has started without those whom the page had named; if not, the form says why."""
    without, reason = request.POST.getlist("without"), form.cleaned_data["reason"]
    command = command_of(request, "start-table")
    with refusals_in_form(form):
        start_table(tournament_id, caller_at(request), command, table, without, reason, number)
    return form.is_valid()
