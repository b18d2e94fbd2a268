"""The page of a club: what is new, what is played, its people, and for those who run it the link and those who wait.

It stands here and not in `clubs`, which knows nothing of tournaments and leagues.
"""

from typing import Any, Final

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.callers import Viewer
from games.accounts.visitors import viewer_at
from games.page_parts import page_number
from games.play.game_lists import club_games
from games.tables.selectors.lobby import list_page
from tournaments.clubs.calendar_links import calendar_address
from tournaments.clubs.models import JoinRequest
from tournaments.clubs.page_selectors import club_context, members_page, news_page
from tournaments.clubs.selectors import SeenClub, about_request, see_club, see_persons, see_requests
from tournaments.clubs.views import is_registered, link_to
from tournaments.events.selectors.visibility import tournaments_of
from tournaments.leagues.selectors import leagues_of, with_latest_season

NEWS: Final = 3
"""How many announcements the page of a club shows."""
WAITING: Final = 50
NAMES: Final = 60
SHOWN_TOURNAMENTS: Final = 12


def club_page_context(seen: SeenClub, viewer: Viewer) -> dict[str, Any]:
    """What the page of a club shows beside its members and games."""
    club_id, is_member = seen.club.pk, seen.role is not None
    waiting = see_requests(club_id, viewer) if seen.runs_it else JoinRequest.objects.none()
    return {
        "news": news_page(seen, viewer, most=NEWS),
        "tournaments": list(tournaments_of(seen, viewer)[:SHOWN_TOURNAMENTS]),
        "leagues": list(with_latest_season(leagues_of(seen, viewer))[:SHOWN_TOURNAMENTS]),
        "waiting": [about_request(request) for request in waiting.order_by("asked_at", "pk")[:WAITING]],
        "persons": list(see_persons(seen).filter(account=None)[:NAMES]) if is_member else [],
    }


SHOWN_GAMES = 8


@login_not_required
@never_cache
@require_safe
def club(request: HttpRequest, club_id: str) -> HttpResponse:
    """A club: what is new, what is played, its people, and for those who run it the link and those who wait."""
    viewer = viewer_at(request)
    seen = see_club(club_id, viewer)
    context = {
        "club": club_context(seen),
        "people": members_page(club_id, viewer, page_number(request)),
        "games": list_page(club_games(club_id, viewer), 1, viewer).games[:SHOWN_GAMES],
        "is_registered": is_registered(request),
        **club_page_context(seen, viewer),
        "calendar": calendar_address(request, seen, viewer),
        **(link_to(request, "club-join", seen.club.invite) if seen.runs_it else {}),
    }
    return render(request, "tournaments/clubs/club.html", context)
