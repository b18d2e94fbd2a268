"""The address of a game: its seats before the start, then a table for who plays and a film for who watches."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.protocol import Json
from games.pages import replaying, seating, table
from games.pages.visitors import caller_at, count_look, viewer_at
from games.refusals import NotFound
from games.selectors import see_game
from games.selectors.names import names_joined
from games.selectors.table import see_table
from games.services.seating import too_late
from games.statuses import OPEN
from games.wording import told


@login_not_required
@never_cache
@require_safe
def show(request: HttpRequest, game_id: str) -> HttpResponse:
    """The page of a game, whatever has become of it."""
    count_look(request)
    seen = see_table(game_id, viewer_at(request, game_id), caller_at(request, game_id), table.is_any_open(request))
    if seen["card"]["goes_on"] is not None and (followed := _follow(request, seen["card"])) is not None:
        return followed
    if seen["status"] == OPEN:
        return seating.show(request, game_id)
    if seen["is_running"] and seen["seat"] is None and not seen["keeps_score"]:
        return replaying.show(request, game_id, is_live=True)
    return table.show(request, seen)


def _follow(request: HttpRequest, card: Json) -> HttpResponse | None:
    """On to the game in which a table goes on without somebody; None for whoever may not see that one."""
    try:
        see_game(card["goes_on"], viewer_at(request, card["goes_on"]))
    except NotFound:
        return None
    if card["reserved"] is not None:
        messages.warning(request, told(too_late()))
    else:
        names = names_joined(card["expected"])
        messages.info(request, _("The table has started without %(names)s.") % {"names": names})
    return redirect("game", card["goes_on"])
