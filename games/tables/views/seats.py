"""A table before its start: its link and what it says, its seats, sitting down and standing up, starting it or calling
it off.
"""

from collections.abc import Collection
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import Malformed, Refused
from engine.protocol import Json
from games.absolute_urls import absolute_url, is_local_url, qr_code
from games.accounts.callers import caller_of, no_account
from games.accounts.models import Account
from games.accounts.visitors import (
    account_of,
    account_or_guest,
    caller_at,
    count_command,
    count_guest,
    invite_query,
    viewer_at,
)
from games.clock.site_time import now
from games.extension import TableWait
from games.forms import REFUSALS_WITH_OWN_PAGE, command_in, command_of, new_command, refusals_as_messages
from games.page_parts import part_of
from games.play.cards import number_private_players, see_card
from games.play.lifecycle import abort_game, start_game
from games.play.seats import find_invited_game, join_by_invite, join_game, leave_seat, no_such_link
from games.play.setup import GUEST, PERSON
from games.play.shared_device import player_here, players_here, seat_guest
from games.play.visibility import sight_of
from games.presenters.registry import presenter_of
from games.refusals import NotFound, translated_refusal
from games.statuses import OPEN
from games.tables.forms import read_dice_addition
from games.tables.selectors.table import see_invitation, see_seats


def render_seats(request: HttpRequest, game_id: str) -> HttpResponse:
    """The page of a game that has not begun; whoever may not see it is told that there is none."""
    return render(request, "games/tables/seating/seating.html", _seats_context(request, game_id))


@login_not_required
@never_cache
@require_safe
@part_of("game")
def seats_part(request: HttpRequest, game_id: str) -> HttpResponse:
    """The part of that page which changes; nothing if it has not, and the whole page anew once the game has begun."""
    context = _seats_context(request, game_id)
    game = context["game"]
    if game["status"] != OPEN:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    if request.GET.get("seq") == context["shown"]:
        return HttpResponse(status=204)
    return render(request, "games/tables/seating/seats.html", context)


def _seats_context(request: HttpRequest, game_id: str) -> dict[str, Any]:
    account = account_of(request)
    here = players_here(request.session, account, game_id) if account is not None else []
    game = see_seats(game_id, viewer_at(request, game_id), here)
    waiting = [seat for seat in game["table"] if seat["player"] is None]
    free = [seat["kind"] for seat in waiting if seat["kept_for"] is None]
    link = absolute_url(request, "join", game["invite"]) if "invite" in game else ""
    invite = request.GET.get("invite", "")
    return {
        "game": game,
        "shown": _version_shown(game),
        "now": now(),
        "missing": [seat["kept_for"] for seat in waiting if seat["kept_for"] is not None],
        "free": len(waiting),
        "can_sit": game["seat"] is None and can_sit(account, free),
        "needs_account": game["seat"] is None and PERSON in free and not can_sit(account, free),
        "can_seat_here": GUEST in free and (game["is_host"] or game["seat"] is not None),
        "link": link,
        "qr": qr_code(link) if link and free else "",
        "is_local": bool(link) and is_local_url(link),
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


def _version_shown(game: Json) -> str:
    """What tells the page as it is from one that says something else: how far the log is, and when the table starts."""
    wait: TableWait | None = game["wait"]
    seq = str(game["head"]["seq"])
    return seq if wait is None else f"{seq}-{int((wait.starts_at or wait.until).timestamp())}"


def can_sit(account: Account | None, free: Collection[str]) -> bool:
    """Whether one of the free seats, which are of these kinds, is for somebody; None is nobody yet."""
    is_registered = account is not None and not account.is_guest
    return GUEST in free or (PERSON in free and is_registered)


@login_not_required
@require_POST
def take_seat_by_form(request: HttpRequest, game_id: str) -> HttpResponse:
    """Take a seat; whoever is not logged in does so as a guest."""
    count_command(request)
    said = request.POST
    invite = said.get("invite") or None
    see_seats(game_id, viewer_at(request, game_id, invite))
    with refusals_as_messages(request):
        account = account_or_guest(request, said.get("display_name", ""))
        added = read_dice_addition(said)
        seat = _number(said["seat"]) if said.get("seat") else None
        by, command = caller_of(account), command_of(request, "join")
        join_game(game_id, by, command, added.contribution, seat, invite, added.commitment)
        return redirect("game", game_id)
    return redirect(reverse("game", args=[game_id]) + ("?" + urlencode({"invite": invite}) if invite else ""))


@require_POST
def seat_guest_by_form(request: HttpRequest, game_id: str) -> HttpResponse:
    """Let somebody else sit down who plays on the same device."""
    count_command(request)
    account, said = account_of(request), request.POST
    if account is None:
        raise no_account()
    with refusals_as_messages(request):
        added = read_dice_addition(said)
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
def leave_seat_by_form(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give a seat up again: one's own, or that of somebody on this device."""
    count_command(request)
    account = account_of(request)
    if account is None:
        raise no_account()
    with refusals_as_messages(request):
        seat = _number(request.POST.get("seat", ""))
        by = caller_of(player_here(request.session, account, game_id, seat))
        leave_seat(game_id, by, command_of(request, "leave"), seat)
    return _back_to_table(request, game_id)


@require_POST
def start_by_form(request: HttpRequest, game_id: str) -> HttpResponse:
    """Start the game."""
    count_command(request)
    with refusals_as_messages(request):
        start_game(game_id, caller_at(request), command_of(request, "start"))
    return redirect("game", game_id)


@require_POST
def abort_by_form(request: HttpRequest, game_id: str) -> HttpResponse:
    """Call the game off."""
    count_command(request)
    with refusals_as_messages(request):
        abort_game(game_id, caller_at(request), command_of(request, "abort"))
        return redirect("home")
    return redirect("game", game_id)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise Malformed("seat/number", "A seat is named by its number.")
    return int(text)


def _back_to_table(request: HttpRequest, game_id: str) -> HttpResponse:
    """Where to go after standing up: back to the table if it can still be seen."""
    try:
        see_seats(game_id, viewer_at(request, game_id))
    except NotFound:
        return redirect("home")
    return redirect("game", game_id)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_page(request: HttpRequest, invite: str) -> HttpResponse:
    """What somebody is invited to; whoever sits there already, or comes too late for a seat, is led to the game."""
    game_id = find_invited_game(invite)
    game = see_invitation(game_id, viewer_at(request, game_id))
    if game["status"] != OPEN or game["seat"] is not None or not game["free"]:
        return _redirect_to_game(request, game_id, invite)
    return (
        _join_by_link(request, game_id, invite)
        if request.method == "POST"
        else _render_invitation(request, game_id, invite)
    )


def _redirect_to_game(request: HttpRequest, game_id: str, invite: str) -> HttpResponse:
    """To the game, for whoever may see it; a link that has done its service tells others nothing of a hidden one."""
    try:
        sight_of(game_id, viewer_at(request, game_id, invite))
    except NotFound:
        raise no_such_link() from None
    return redirect(f"{reverse('game', args=[game_id])}?invite={invite}")


def _join_by_link(request: HttpRequest, game_id: str, invite: str) -> HttpResponse:
    said = request.POST
    count_command(request)
    try:
        account = account_or_guest(request, said.get("display_name", ""))
        command = command_in(said.get("command", ""), "join")
        added = read_dice_addition(said)
        join_by_invite(invite, caller_of(account), command, added.contribution, commitment=added.commitment)
    except REFUSALS_WITH_OWN_PAGE:
        raise
    except Refused as refusal:
        return _render_invitation(request, game_id, invite, translated_refusal(refusal))
    return redirect("game", game_id)


def _players_seated(request: HttpRequest, game_id: str, invite: str) -> list[Json]:
    """Who sits at the table already, for whoever may see it by the link; an invitation without a name helps nobody."""
    try:
        return number_private_players(see_card(game_id, viewer_at(request, game_id, invite))["players"])
    except NotFound:
        return []


def _render_invitation(request: HttpRequest, game_id: str, invite: str, error: str = "") -> HttpResponse:
    account = account_of(request)
    game = see_invitation(game_id, viewer_at(request, game_id))
    context = {
        "game": game,
        "invite": invite,
        "hint": presenter_of(game["key"]).agreeing.hints.get(game["variant"], ""),
        "players": _players_seated(request, game_id, invite),
        "can_sit": can_sit(account, game["free"]),
        "is_nobody": account is None,
        "error": error,
        "name": request.POST.get("display_name", ""),
        "command": new_command(),
        "qr": qr_code(absolute_url(request, "join", invite)) if game["is_host"] else "",
    }
    return render(request, "games/tables/seating/join.html", context, status=422 if error else 200)
