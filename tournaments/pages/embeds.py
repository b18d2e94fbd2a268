"""The standings of tournaments and the first rows of leaderboards, for other sites."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from games.absolute_urls import absolute_url
from games.accounts.callers import ANYBODY
from games.api.serializers import read_number
from games.clock.site_time import now
from tournaments.leaderboards.choosing import Choice, choose
from tournaments.pages.board_links import query_of
from tournaments.pages.embedding import embedded_page, for_frames, for_scripts
from tournaments.selectors import see_club
from tournaments.selectors.leaderboards import MOST, see_leaderboard
from tournaments.selectors.shown import crosstable_of, has_begun, players_of
from tournaments.selectors.shown.paging import LAST_PAGE
from tournaments.selectors.telling_leaderboards import about_page
from tournaments.selectors.telling_tournaments import about_standings
from tournaments.selectors.tournaments import SeenTournament, format_of, see_tournament

ROWS: Final = 10
"""How many rows a frame shows, unless its address says something else."""


@for_frames
def leaderboard(request: HttpRequest, variant: str) -> HttpResponse:
    """The first rows of a leaderboard."""
    choice, club = _board(request, variant)
    page = see_leaderboard(choice, ANYBODY, _rows(request), club=club)
    whole = absolute_url(request, "club-leaderboards", club) if club else absolute_url(request, "leaderboards")
    return embedded_page(request, "leaderboard", choice=choice, page=page, whole=whole + query_of(choice))


@for_scripts
def leaderboard_data(request: HttpRequest, variant: str) -> Any:
    """The same as data."""
    choice, club = _board(request, variant)
    return about_page(choice, see_leaderboard(choice, ANYBODY, _rows(request), club=club), club)


@for_frames
def standings(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The first of the standings of a tournament that everybody may see."""
    seen = see_tournament(tournament_id, ANYBODY)
    players, found = players_of(seen), crosstable_of(seen) if has_begun(seen) else []
    first = found[: _rows(request)]
    return embedded_page(
        request,
        "standings",
        tournament=seen.tournament,
        unit=_unit(seen),
        standings=[(row.standing, players[row.standing.entrant]) for row in first],
        overridden={row.standing.entrant for row in first if row.overridden},
        count=len(found),
        whole=absolute_url(request, "tournament", tournament_id),
    )


@for_scripts
def standings_data(request: HttpRequest, tournament_id: str) -> Any:
    """The same as data, a hundred at a time; who keeps their profile to themselves has no name there."""
    seen = see_tournament(tournament_id, ANYBODY)
    return about_standings(seen, players_of(seen), read_number(request.GET, "page", 1, LAST_PAGE) or 1)


def _board(request: HttpRequest, variant: str) -> tuple[Choice, str | None]:
    choice, club = choose(variant, request.GET, now()), request.GET.get("club")
    return choice, see_club(club, ANYBODY).club.pk if club else None


def _rows(request: HttpRequest) -> int:
    return read_number(request.GET, "rows", 1, MOST) or ROWS


def _unit(seen: SeenTournament) -> int:
    return format_of(seen.tournament).unit_of(seen.settings)
