"""The page on which a game is played and watched, its parts that change, and its forms for browsers without scripts."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.protocol import Json
from games.accounts.devices import hand_over
from games.accounts.tables import account_on, seats_here
from games.api.parsing import read_object
from games.api.saying import number_in
from games.boards.agreeing import variant_name
from games.clocks.clock import now
from games.live.audience import audience
from games.pages.afterwards import afterwards_of
from games.pages.commands import command_of, new_command
from games.pages.flagging import reviews_at
from games.pages.islands import board_island
from games.pages.parts import part_of
from games.pages.preferences import preferences_of
from games.pages.refusing import telling
from games.pages.texts import table_texts, watching_words
from games.pages.visitors import account_of, caller_at, count_command, count_look, invite_query, viewer_at
from games.selectors.frames import see_frames
from games.selectors.table import read_choice, see_table
from games.services import act, enter_roll
from games.services.callers import no_account


def show(request: HttpRequest, table: Json) -> HttpResponse:
    """The whole page."""
    context = {
        **_context(request, table),
        **reviews_at(request, table["game"]),
        "board_data": board_data(request, table, table_texts()),
    }
    return render(request, "games/table.html", context)


@login_not_required
@never_cache
@require_safe
@part_of("game")
def turn(request: HttpRequest, game_id: str) -> HttpResponse:
    """The part of the page that says what is to be done now."""
    seen = see_table(game_id, viewer_at(request, game_id), caller_at(request, game_id), is_any_open(request))
    return render(request, "games/table/turn.html", _context(request, seen))


@login_not_required
@never_cache
@require_safe
def frames(request: HttpRequest, game_id: str) -> JsonResponse:
    """What has changed since an event, for scripts."""
    count_look(request)
    after = number_in(request.GET, "after") or 0
    seen = see_frames(game_id, viewer_at(request, game_id), after)
    return JsonResponse({**seen, "watching": watching_words(audience.of(game_id))})


@require_POST
def act_by_form(request: HttpRequest, game_id: str) -> HttpResponse:
    """Do what a form says; a refusal is told on the page, which shows how things are now."""
    count_command(request)
    with telling(request):
        action = _action(request, game_id)
        act(game_id, caller_at(request, game_id), command_of(request, "act"), action, _answers(request))
    return _back(request, game_id)


@require_POST
def roll_by_form(request: HttpRequest, game_id: str) -> HttpResponse:
    """Enter what dice on the table show."""
    count_command(request)
    with telling(request):
        roll = read_object(request.POST.get("roll", "").encode())
        enter_roll(game_id, caller_at(request, game_id), command_of(request, "roll"), roll, _answers(request))
    return _back(request, game_id)


@require_POST
def hand_over_by_form(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the device to somebody else who plays on it."""
    account = account_of(request)
    if account is None:
        raise no_account()
    with telling(request):
        seat = number_in(request.POST, "seat")
        hand_over(request.session, account, game_id, account_on(game_id, seat))
    return _back(request, game_id)


def is_any_open(request: HttpRequest) -> bool:
    """Whether the whole block table is asked for."""
    return request.GET.get("any") == "1"


def board_data(request: HttpRequest, table: Json, texts: dict[str, str]) -> Json:
    """What scripts need that stays the same while the page is open."""
    return board_island(
        table["board"],
        game=table["game"],
        seat=table["seat"],
        seq=table["head"]["seq"],
        sheets=table["sheets"],
        urls=_urls(request, table["game"]),
        preferences=preferences_of(account_of(request), table["card"]["rated"]),
        texts=texts,
    )


def _urls(request: HttpRequest, game_id: str) -> dict[str, str]:
    names = {
        "game": "game",
        "frames": "game-frames",
        "turn": "game-turn",
        "stream": "api-game-stream",
        "actions": "api-game-actions",
        "rolls": "api-game-rolls",
        "handOver": "api-game-hand-over",
    }
    return {key: reverse(name, args=[game_id]) + invite_query(request) for key, name in names.items()}


def _context(request: HttpRequest, table: Json) -> dict[str, Any]:
    """What the templates need."""
    account = account_of(request)
    here = [] if account is None else seats_here(request.session, account, table["game"])
    others = [player for player in here if not player["holds"] and player["seat"] in table["awaited"]]
    own_turn = table["choices"] is not None or bool(table["throws"])
    return {
        **table,
        "here": [{**player, "name": table["names"][player["seat"]]} for player in here],
        "pass_to": table["names"][others[0]["seat"]] if others and table["choices"] is None else "",
        "pass_to_seat": others[0]["seat"] if others else None,
        "facts": _facts(table),
        "afterwards": afterwards_of(request, table),
        "can_repeat": table["is_over"] and table["seat"] is not None and table["card"]["tournament"] is None,
        "shown_seat": _shown_seat(table),
        "now": now(),
        "invite": request.GET.get("invite", ""),
        "turn_of": "over" if table["is_over"] else "yours" if own_turn else "theirs",
        "command": new_command(),
        "invite_query": invite_query(request),
        "act_url": reverse("game-act", args=[table["game"]]) + invite_query(request),
        "any_url": reverse("game", args=[table["game"]]),
    }


def _facts(table: Json) -> str:
    """What else is to be known at a glance."""
    where = (
        _("Round %(round)d") % {"round": table["round"]} if table["round"] else variant_name(table["card"]["variant"])
    )
    return _("%(where)s, rated") % {"where": where} if table["card"]["rated"] else where


def _shown_seat(table: Json) -> int:
    """The seat whose sheet a small screen shows first: the one that is drawn on, or one's own."""
    if table["choices"] is not None:
        return int(table["choices"]["sheet"])
    return table["seat"] or 0


def _action(request: HttpRequest, game_id: str) -> Json:
    """What was chosen: an action as it is, or a landing by its name."""
    said = request.POST
    if said.get("action"):
        return read_object(said["action"].encode())
    return read_choice(game_id, viewer_at(request, game_id), said.get("phase", ""), said.get("landing", ""))


def _answers(request: HttpRequest) -> int | None:
    return number_in(request.POST, "answers") if request.POST.get("answers") else None


def _back(request: HttpRequest, game_id: str) -> HttpResponse:
    return redirect(reverse("game", args=[game_id]) + invite_query(request))
