"""Going through a game again, event by event, and having it checked."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.canonical import canonical
from engine.protocol import Json
from games.api.saying import number_in
from games.live.audience import audience
from games.pages.afterwards import afterwards_of
from games.pages.flagging import reviews_at
from games.pages.parts import is_for_a_part
from games.pages.table import board_data
from games.pages.texts import replay_texts, tick_names, watching_words
from games.pages.visitors import account_of, count, count_look, invite_query, viewer_at
from games.records.explaining import dice_in_log, explain_record, summed_up
from games.records.exporting import export_record
from games.selectors import see_game
from games.selectors.names import names_by_seat
from games.selectors.replay import see_replay


@login_not_required
@never_cache
@require_safe
def replay(request: HttpRequest, game_id: str) -> HttpResponse:
    """A game after one of its events; scripts move through the others without asking again."""
    count_look(request)
    return show(request, game_id)


def show(request: HttpRequest, game_id: str, is_live: bool = False) -> HttpResponse:
    """The page of a film; one that is live goes on as the game does."""
    seen = see_replay(game_id, viewer_at(request, game_id), number_in(request.GET, "at"))
    data = {**board_data(request, seen, replay_texts()), "seq": seen["seq"], "frames": seen["frames"]}
    live: dict[str, Any] = {"is_live": is_live, "watching": watching_words(audience.of(game_id)) if is_live else ""}
    live["legend"] = tick_names({frame["tick"] for frame in seen["frames"]}, is_live)
    return render(request, "games/replay.html", {**_context(request, seen), **live, "board_data": data})


@login_not_required
@never_cache
@require_safe
def verify(request: HttpRequest, game_id: str) -> HttpResponse:
    """What can be proven of a game, part by part; as a part of a page for whoever asks for that."""
    count(request, "verify-anon" if account_of(request) is None else "verify")
    viewer = viewer_at(request, game_id)
    record = export_record(game_id, viewer)
    logged = dice_in_log(record)
    checked = {**summed_up(explain_record(record)), "kept": canonical(logged) if logged else ""}
    if is_for_a_part(request):
        return render(request, "games/replay/verdict.html", checked)
    card = see_game(game_id, viewer)
    names = names_by_seat(card["players"], len(card["seats"]))
    about = {"game": game_id, "card": card, "names": names, "invite_query": invite_query(request)}
    return render(request, "games/verify.html", {**checked, **about})


def _context(request: HttpRequest, seen: Json) -> dict[str, Any]:
    seq, last = seen["seq"], seen["head"]["seq"]
    return {
        **seen,
        **reviews_at(request, seen["game"]),
        "invite": request.GET.get("invite", ""),
        "invite_query": invite_query(request),
        "afterwards": afterwards_of(request, seen),
        "before": seq - 1 if seq > 1 else None,
        "after": seq + 1 if seq < last else None,
    }
