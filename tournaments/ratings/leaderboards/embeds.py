"""The first rows of leaderboards, for other sites."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from games.absolute_urls import absolute_url
from games.accounts.callers import ANYBODY
from games.clock.site_time import now
from tournaments.clubs.selectors import see_club
from tournaments.events.embeds import embedded_page, for_frames, for_scripts, rows_wanted
from tournaments.ratings.leaderboards.filters import BoardFilter, parse_filter
from tournaments.ratings.leaderboards.selectors import MOST, see_leaderboard
from tournaments.ratings.leaderboards.serializers import page_as_json
from tournaments.ratings.leaderboards.views import query_of_board


@for_frames
def embedded_leaderboard(request: HttpRequest, variant: str) -> HttpResponse:
    """The first rows of a leaderboard."""
    choice, club = _choice_and_club(request, variant)
    page = see_leaderboard(choice, ANYBODY, rows_wanted(request, MOST), club=club)
    whole = absolute_url(request, "club-leaderboards", club) if club else absolute_url(request, "leaderboards")
    return embedded_page(request, "leaderboard", choice=choice, page=page, whole=whole + query_of_board(choice))


@for_scripts
def embedded_leaderboard_data(request: HttpRequest, variant: str) -> Any:
    """The same as data."""
    choice, club = _choice_and_club(request, variant)
    return page_as_json(choice, see_leaderboard(choice, ANYBODY, rows_wanted(request, MOST), club=club), club)


def _choice_and_club(request: HttpRequest, variant: str) -> tuple[BoardFilter, str | None]:
    choice, club = parse_filter(variant, request.GET, now()), request.GET.get("club")
    return choice, see_club(club, ANYBODY).club.pk if club else None
