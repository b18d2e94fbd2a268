"""A table before its start: its seats and its link, sitting down and standing up, starting it or calling it off."""

from collections.abc import Collection
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.errors import Malformed
from engine.protocol import Json
from games.accounts.tables import player_here, players_here, seat_guest
from games.addresses import is_for_this_machine, whole_address
from games.clocks.clock import now
from games.models import Account
from games.pages.commands import addition_in, command_of, new_command
from games.pages.parts import part_of
from games.pages.refusing import telling
from games.pages.visitors import (
    account_of,
    account_or_guest,
    caller_at,
    count_command,
    count_guest,
    invite_query,
    viewer_at,
)
from games.qr import qr_code
from games.refusals import NotFound
from games.selectors.seats import see_seats
from games.services import abort, caller_of, join_table, leave, start
from games.services.callers import no_account
from games.services.setups import GUEST, PERSON
from games.statuses import OPEN
from games.waiting import Wait


def show(request: HttpRequest, game_id: str) -> HttpResponse:
    """The page of a game that has not begun; whoever may not see it is told that there is none."""
    return render(request, "games/seating/seating.html", _context(request, game_id))


@login_not_required
@never_cache
@require_safe
@part_of("game")
def seats(request: HttpRequest, game_id: str) -> HttpResponse:
    """The part of that page which changes; nothing if it has not, and the whole page anew once the game has begun."""
    context = _context(request, game_id)
    game = context["game"]
    if game["status"] != OPEN:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    if request.GET.get("seq") == context["shown"]:
        return HttpResponse(status=204)
    return render(request, "games/seating/seats.html", context)


def _context(request: HttpRequest, game_id: str) -> dict[str, Any]:
    account = account_of(request)
    here = players_here(request.session, account, game_id) if account is not None else []
    game = see_seats(game_id, viewer_at(request, game_id), here)
    waiting = [seat for seat in game["table"] if seat["player"] is None]
    free = [seat["kind"] for seat in waiting if seat["kept_for"] is None]
    link = whole_address(request, "join", game["invite"]) if "invite" in game else ""
    invite = request.GET.get("invite", "")
    return {
        "game": game,
        "shown": _shown(game),
        "now": now(),
        "missing": [seat["kept_for"] for seat in waiting if seat["kept_for"] is not None],
        "free": len(waiting),
        "can_sit": game["seat"] is None and can_sit(account, free),
        "needs_account": game["seat"] is None and PERSON in free and not can_sit(account, free),
        "can_seat_here": GUEST in free and (game["is_host"] or game["seat"] is not None),
        "link": link,
        "qr": qr_code(link) if link and free else "",
        "is_local": bool(link) and is_for_this_machine(link),
        "command": new_command(),
        "commitment": _commitment(game),
        "invite": invite,
        "address": reverse("game", args=[game_id]) + invite_query(request),
        "stream": reverse("api-game-stream", args=[game_id]) + invite_query(request),
    }


def _commitment(game: Json) -> str:
    """By what the dice are fixed to which whoever sits down can add; nothing if there are no such dice."""
    deal: Json | None = game["deal"]
    return "" if deal is None or deal["is_shared"] else str(deal["commitment"])


def _shown(game: Json) -> str:
    """What tells the page as it is from one that says something else: how far the log is, and when the table starts."""
    wait: Wait | None = game["wait"]
    seq = str(game["head"]["seq"])
    return seq if wait is None else f"{seq}-{int((wait.starts_at or wait.until).timestamp())}"


def can_sit(account: Account | None, free: Collection[str]) -> bool:
    """Whether one of the free seats, which are of these kinds, is for somebody; None is nobody yet."""
    is_registered = account is not None and not account.is_guest
    return GUEST in free or (PERSON in free and is_registered)


@login_not_required
@require_POST
def sit_down(request: HttpRequest, game_id: str) -> HttpResponse:
    """Take a seat; whoever is not logged in does so as a guest."""
    count_command(request)
    said = request.POST
    invite = said.get("invite") or None
    see_seats(game_id, viewer_at(request, game_id, invite))
    with telling(request):
        account = account_or_guest(request, said.get("display_name", ""))
        added = addition_in(said)
        seat = _number(said["seat"]) if said.get("seat") else None
        by, command = caller_of(account), command_of(request, "join")
        join_table(game_id, by, command, added.contribution, seat, invite, added.commitment)
        return redirect("game", game_id)
    return redirect(reverse("game", args=[game_id]) + ("?" + urlencode({"invite": invite}) if invite else ""))


@require_POST
def seat_somebody(request: HttpRequest, game_id: str) -> HttpResponse:
    """Let somebody else sit down who plays on the same device."""
    count_command(request)
    account, said = account_of(request), request.POST
    if account is None:
        raise no_account()
    with telling(request):
        added = addition_in(said)
        count_guest(request)
        seat_guest(
            request.session,
            account,
            game_id,
            command_of(request, "here"),
            said.get("display_name", ""),
            _number(said.get("seat", "")),
            added.contribution,
            added.commitment,
        )
    return redirect("game", game_id)


@require_POST
def stand_up(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give a seat up again: one's own, or that of somebody on this device."""
    count_command(request)
    account = account_of(request)
    if account is None:
        raise no_account()
    with telling(request):
        seat = _number(request.POST.get("seat", ""))
        by = caller_of(player_here(request.session, account, game_id, seat))
        leave(game_id, by, command_of(request, "leave"), seat)
    return _back(request, game_id)


@require_POST
def begin(request: HttpRequest, game_id: str) -> HttpResponse:
    """Start the game."""
    count_command(request)
    with telling(request):
        start(game_id, caller_at(request), command_of(request, "start"))
    return redirect("game", game_id)


@require_POST
def call_off(request: HttpRequest, game_id: str) -> HttpResponse:
    """Call the game off."""
    count_command(request)
    with telling(request):
        abort(game_id, caller_at(request), command_of(request, "abort"))
        return redirect("home")
    return redirect("game", game_id)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise Malformed("seat/number", "A seat is named by its number.")
    return int(text)


def _back(request: HttpRequest, game_id: str) -> HttpResponse:
    """Where to go after standing up: back to the table if it can still be seen."""
    try:
        see_seats(game_id, viewer_at(request, game_id))
    except NotFound:
        return redirect("home")
    return redirect("game", game_id)
