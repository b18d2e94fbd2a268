"""The link of a game: what it is, and a seat at it."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine.errors import Refused
from engine.protocol import Json
from games.addresses import whole_address
from games.boards import board_of
from games.pages.commands import addition_in, command_in, new_command
from games.pages.refusing import FINAL
from games.pages.seating import can_sit
from games.pages.visitors import account_of, account_or_guest, count_command, viewer_at
from games.qr import qr_code
from games.refusals import NotFound
from games.selectors.cards import see_game
from games.selectors.names import told_apart
from games.selectors.seats import see_invitation
from games.selectors.viewing import sight_of
from games.services import caller_of, join
from games.services.seating import find_invited, no_such_link
from games.statuses import OPEN
from games.wording import told


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_page(request: HttpRequest, invite: str) -> HttpResponse:
    """What somebody is invited to; whoever sits there already, or comes too late for a seat, is led to the game."""
    game_id = find_invited(invite)
    game = see_invitation(game_id, viewer_at(request, game_id))
    if game["status"] != OPEN or game["seat"] is not None or not game["free"]:
        return _lead_on(request, game_id, invite)
    return _sit_down(request, game_id, invite) if request.method == "POST" else _page(request, game_id, invite)


def _lead_on(request: HttpRequest, game_id: str, invite: str) -> HttpResponse:
    """To the game, for whoever may see it; a link that has done its service tells others nothing of a hidden one."""
    try:
        sight_of(game_id, viewer_at(request, game_id, invite))
    except NotFound:
        raise no_such_link() from None
    return redirect(f"{reverse('game', args=[game_id])}?invite={invite}")


def _sit_down(request: HttpRequest, game_id: str, invite: str) -> HttpResponse:
    said = request.POST
    count_command(request)
    try:
        account = account_or_guest(request, said.get("display_name", ""))
        command = command_in(said.get("command", ""), "join")
        added = addition_in(said)
        join(invite, caller_of(account), command, added.contribution, commitment=added.commitment)
    except FINAL:
        raise
    except Refused as refusal:
        return _page(request, game_id, invite, told(refusal))
    return redirect("game", game_id)


def _who_is_there(request: HttpRequest, game_id: str, invite: str) -> list[Json]:
    """Who sits at the table already, for whoever may see it by the link; an invitation without a name helps nobody."""
    try:
        return told_apart(see_game(game_id, viewer_at(request, game_id, invite))["players"])
    except NotFound:
        return []


def _page(request: HttpRequest, game_id: str, invite: str, error: str = "") -> HttpResponse:
    account = account_of(request)
    game = see_invitation(game_id, viewer_at(request, game_id))
    context = {
        "game": game,
        "invite": invite,
        "hint": board_of(game["key"]).agreeing.hints.get(game["variant"], ""),
        "players": _who_is_there(request, game_id, invite),
        "can_sit": can_sit(account, game["free"]),
        "is_nobody": account is None,
        "error": error,
        "name": request.POST.get("display_name", ""),
        "command": new_command(),
        "qr": qr_code(whole_address(request, "join", invite)) if game["is_host"] else "",
    }
    return render(request, "games/lobby/join.html", context, status=422 if error else 200)
