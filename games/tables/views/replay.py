"""Going through a game again, event by event, or watching it as it goes on."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.protocol import Json
from games.accounts.visitors import count_look, invite_query, viewer_at
from games.api.serializers import read_number
from games.disputes.views import disputes_context
from games.extension import panels_of_game
from games.live.spectators import spectator_count
from games.play.replay import see_replay
from games.tables.script_data import game_script_data, mark_names, replay_texts, spectators_in_words


@login_not_required
@never_cache
@require_safe
def replay_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """A game after one of its events; scripts move through the others without asking again."""
    count_look(request)
    return render_replay(request, game_id)


def render_replay(request: HttpRequest, game_id: str, is_live: bool = False) -> HttpResponse:
    """The page of a film; one that is live goes on as the game does."""
    seen = see_replay(game_id, viewer_at(request, game_id), read_number(request.GET, "at"))
    data = {**game_script_data(request, seen, replay_texts()), "seq": seen["seq"], "frames": seen["frames"]}
    live: dict[str, Any] = {
        "is_live": is_live,
        "watching": spectators_in_words(spectator_count.of(game_id)) if is_live else "",
    }
    live["legend"] = mark_names({frame["tick"] for frame in seen["frames"]}, is_live)
    return render(request, "games/replay.html", {**_replay_context(request, seen), **live, "board_data": data})


def _replay_context(request: HttpRequest, seen: Json) -> dict[str, Any]:
    seq, last = seen["seq"], seen["head"]["seq"]
    return {
        **seen,
        **disputes_context(request, seen["game"]),
        "invite": request.GET.get("invite", ""),
        "invite_query": invite_query(request),
        "afterwards": panels_of_game(request, seen),
        "before": seq - 1 if seq > 1 else None,
        "after": seq + 1 if seq < last else None,
    }
