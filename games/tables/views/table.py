"""The address of a game, which shows its seats before the start and a film to who only watches; the page on which it is
played, the parts of it that change, and its forms for browsers without scripts.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.protocol import Json
from games.accounts.callers import no_account
from games.accounts.devices import hand_over
from games.accounts.visitors import account_of, caller_at, count_command, count_look, invite_query, viewer_at
from games.api.parsing import read_object
from games.api.serializers import read_number
from games.clock.site_time import now
from games.disputes.views import disputes_context
from games.extension import panels_of_game
from games.forms import command_of, new_command, refusals_as_messages
from games.live.spectators import spectator_count
from games.page_parts import part_of
from games.play.cards import names_joined, see_card
from games.play.moves import enter_roll, make_move
from games.play.replay import see_frames
from games.play.seats import too_late
from games.play.shared_device import account_on_seat, seats_here
from games.presenters.registry import variant_name
from games.refusals import NotFound, translated_refusal
from games.statuses import OPEN
from games.tables.script_data import game_script_data, spectators_in_words, table_texts
from games.tables.selectors.table import read_choice, see_table
from games.tables.views import replay, seats


def render_table(request: HttpRequest, table: Json) -> HttpResponse:
    """The whole page."""
    context = {
        **_table_context(request, table),
        **disputes_context(request, table["game"]),
        "board_data": game_script_data(request, table, table_texts()),
    }
    return render(request, "games/table.html", context)


@login_not_required
@never_cache
@require_safe
@part_of("game")
def turn_part(request: HttpRequest, game_id: str) -> HttpResponse:
    """The part of the page that says what is to be done now."""
    seen = see_table(game_id, viewer_at(request, game_id), caller_at(request, game_id), is_any_open(request))
    return render(request, "games/table/turn.html", _table_context(request, seen))


@login_not_required
@never_cache
@require_safe
def frames_json(request: HttpRequest, game_id: str) -> JsonResponse:
    """What has changed since an event, for scripts."""
    count_look(request)
    after = read_number(request.GET, "after") or 0
    seen = see_frames(game_id, viewer_at(request, game_id), after)
    return JsonResponse({**seen, "watching": spectators_in_words(spectator_count.of(game_id))})


@require_POST
def act_by_form(request: HttpRequest, game_id: str) -> HttpResponse:
    """Do what a form says; a refusal is told on the page, which shows how things are now."""
    count_command(request)
    with refusals_as_messages(request):
        action = _action(request, game_id)
        make_move(game_id, caller_at(request, game_id), command_of(request, "act"), action, _answered_event(request))
    return _back(request, game_id)


@require_POST
def roll_by_form(request: HttpRequest, game_id: str) -> HttpResponse:
    """Enter what dice on the table show."""
    count_command(request)
    with refusals_as_messages(request):
        roll = read_object(request.POST.get("roll", "").encode())
        enter_roll(game_id, caller_at(request, game_id), command_of(request, "roll"), roll, _answered_event(request))
    return _back(request, game_id)


@require_POST
def hand_over_by_form(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give the device to somebody else who plays on it."""
    account = account_of(request)
    if account is None:
        raise no_account()
    with refusals_as_messages(request):
        seat = read_number(request.POST, "seat")
        hand_over(request.session, account, game_id, account_on_seat(game_id, seat))
    return _back(request, game_id)


def is_any_open(request: HttpRequest) -> bool:
    """Whether the whole block table is asked for."""
    return request.GET.get("any") == "1"


def _table_context(request: HttpRequest, table: Json) -> dict[str, Any]:
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
        "afterwards": panels_of_game(request, table),
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


def _answered_event(request: HttpRequest) -> int | None:
    return read_number(request.POST, "answers") if request.POST.get("answers") else None


def _back(request: HttpRequest, game_id: str) -> HttpResponse:
    return redirect(reverse("game", args=[game_id]) + invite_query(request))


@login_not_required
@never_cache
@require_safe
def game_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """The page of a game, whatever has become of it."""
    count_look(request)
    seen = see_table(game_id, viewer_at(request, game_id), caller_at(request, game_id), is_any_open(request))
    if seen["card"]["goes_on"] is not None and (followed := _redirect_to_follower(request, seen["card"])) is not None:
        return followed
    if seen["status"] == OPEN:
        return seats.render_seats(request, game_id)
    if seen["is_running"] and seen["seat"] is None and not seen["keeps_score"]:
        return replay.render_replay(request, game_id, is_live=True)
    return render_table(request, seen)


def _redirect_to_follower(request: HttpRequest, card: Json) -> HttpResponse | None:
    """On to the game in which a table goes on without somebody; None for whoever may not see that one."""
    try:
        see_card(card["goes_on"], viewer_at(request, card["goes_on"]))
    except NotFound:
        return None
    if card["reserved"] is not None:
        messages.warning(request, translated_refusal(too_late()))
    else:
        names = names_joined(card["expected"])
        messages.info(request, _("The table has started without %(names)s.") % {"names": names})
    return redirect("game", card["goes_on"])
