"""The address of a game: its seats before the start, then a table for who plays and a film for who watches."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages import replaying, seating, table
from games.pages.visitors import caller_at, count_look, viewer_at
from games.selectors.table import see_table
from games.statuses import OPEN


@login_not_required
@never_cache
@require_safe
def show(request: HttpRequest, game_id: str) -> HttpResponse:
    """The page of a game, whatever has become of it."""
    count_look(request)
    seen = see_table(game_id, viewer_at(request, game_id), caller_at(request, game_id), table.is_any_open(request))
    if seen["status"] == OPEN:
        return seating.show(request, game_id)
    if seen["is_running"] and seen["seat"] is None and not seen["keeps_score"]:
        return replaying.show(request, game_id, is_live=True)
    return table.show(request, seen)
