"""What the pages of games show of tournaments: a panel on profiles, and those below games that are over.

Every process is told of them, also those that show no page: what only pages need stays out of here."""

from typing import Final

from django.http import HttpRequest

from engine.protocol import Json
from games.accounts.models import Account
from games.accounts.visitors import viewer_at
from games.extension import Panel
from games.forms import new_command
from games.refusals import NotFound
from games.statuses import ADJUDICATED, FINISHED
from tournaments.events.models import Table
from tournaments.events.result_words import result_words
from tournaments.events.rounds.results import current_result
from tournaments.events.selectors.entrants import entrant_names
from tournaments.events.selectors.visibility import see_tournament
from tournaments.profiles.rating_graph import RANGES
from tournaments.profiles.selectors import career_of
from tournaments.ratings.abandoned import parts_in_abandoned
from tournaments.ratings.solo.selectors import field_of, replayed_place, see_deal

CAREER: Final = "tournaments/_career.html"
CONTEST: Final = "tournaments/_contest_panel.html"
FIELD: Final = "tournaments/_field_panel.html"
TITLES: Final = "tournaments/_titles_panel.html"
UNRATED: Final = "tournaments/_unrated_panel.html"


def career_panel(request: HttpRequest, shown: Account, viewer: Account | None) -> Panel | None:
    """What the profile of somebody says of their ratings and results; guests are not rated."""
    if shown.is_guest:
        return None
    career = career_of(shown, viewer, request.GET.get("variant", ""), request.GET.get("range", ""))
    return Panel(CAREER, {"career": career, "ranges": RANGES, "is_own": viewer == shown})


def field_panel(request: HttpRequest, seen: Json) -> Panel | None:
    """How a game that is over compares with the field of its dice; None if it has none that the visitor may see."""
    card = seen["card"]
    try:
        found = see_deal((card["deal"] or {}).get("id", ""), viewer_at(request))
    except NotFound:
        return None
    is_again = card["tournament"] is None
    field = field_of(found.deal.pk)
    placed = replayed_place(found.deal.pk, seen["game"]) if is_again else field.find(seen["game"])
    shown = {"deal": found.deal.pk, "placed": placed, "is_again": is_again, "field": field, "command": new_command()}
    return Panel(FIELD, shown)


def contest_panel(request: HttpRequest, seen: Json) -> Panel | None:
    """The way back to the tournament of a game, where it goes on, and whether another result counts there; None if it
    has none that the visitor may see, and is not to be marked."""
    contest = seen["card"]["tournament"]
    try:
        found = see_tournament(contest, viewer_at(request)) if contest is not None else None
    except NotFound:
        found = None
    is_overridden = seen["card"]["is_overridden"]
    if found is None:
        return Panel(CONTEST, {}) if is_overridden else None
    table = Table.objects.filter(game=seen["game"]).select_related("round").first() if is_overridden else None
    counts = result_words(current_result(table), entrant_names(found)) if table is not None else ""
    is_rated = seen["card"]["rated"] and seen["card"]["status"] in (FINISHED, ADJUDICATED)
    return Panel(CONTEST, {"tournament": found.tournament, "table": table, "counts": counts, "is_rated": is_rated})


def titles_panel(request: HttpRequest, seen: Json) -> Panel | None:
    """Which titles there are, below the result of a solo game that has earned one; None of any other, and of a film."""
    return Panel(TITLES, {}) if seen.get("summary", {}).get("title") else None


def unrated_panel(request: HttpRequest, seen: Json) -> Panel | None:
    """Why a rated game that was left early has changed no rating, or only that of who left it; None of any other."""
    card, game = seen["card"], seen["game"]
    is_asked = card["rated"] and card["tournament"] is None and card["status"] in (FINISHED, ADJUDICATED)
    if not is_asked or len(seen["players"]) < 2:
        return None
    found = parts_in_abandoned([game])
    if game not in found:
        return None
    parts = found[game]
    if parts is None:
        return Panel(UNRATED, {"was_left": True})
    return Panel(UNRATED, {"has_lost": any(part.has_left for part in parts.values())})
