"""Why a rated game has changed no rating, told on its page."""

from django.http import HttpRequest

from engine.protocol import Json
from games.pages.people.panels import Panel
from games.statuses import ADJUDICATED, FINISHED
from tournaments.ratings.unplayed import left_early


def unrated_panel(request: HttpRequest, seen: Json) -> Panel | None:
    """What is to be said of a rated game that was left too early to count; None of any other."""
    card = seen["card"]
    is_asked = card["rated"] and card["tournament"] is None and card["status"] in (FINISHED, ADJUDICATED)
    if not is_asked or len(seen["players"]) < 2 or seen["game"] not in left_early([seen["game"]]):
        return None
    return Panel("tournaments/_unrated_panel.html", {})
