"""Leagues as a viewer may see them: with their club, and as far as a season is more than a draft.

A division is shown to whoever may see its tournament.
"""

from typing import Any, NamedTuple

from django.db.models import QuerySet

from engine.log import is_id
from games.accounts.callers import Viewer
from games.refusals import NotFound
from tournaments.formats import find_format
from tournaments.leagues.refusals import no_such_league, no_such_season
from tournaments.leagues.rules import Rules, stored_rules
from tournaments.models import Division, League, Season, Tournament
from tournaments.models.leagues import DRAFT
from tournaments.refusals import not_a_member, not_your_role
from tournaments.rights import may_know
from tournaments.selectors.clubs import SeenClub, see_club
from tournaments.selectors.competitions import leagues_of
from tournaments.selectors.finishing import ways_in
from tournaments.selectors.players import PlayerName, names_of
from tournaments.selectors.shown import crosstable_of
from tournaments.selectors.tournaments import SeenTournament, settings_of
from tournaments.selectors.waiting import Next, what_is_next
from tournaments.standings import Standing


class SeenLeague(NamedTuple):
    """A league that a viewer may see."""

    league: League
    club: SeenClub
    rules: Rules

    @property
    def runs_it(self) -> bool:
        """Whether the viewer is one of those who run its club."""
        return self.club.runs_it


class SeenSeason(NamedTuple):
    """A season that a viewer may see."""

    season: Season
    seen: SeenLeague
    rules: Rules
    """Those with which it was published; those of the league for a draft."""

    @property
    def is_draft(self) -> bool:
        """Whether it is not published yet."""
        return self.season.status == DRAFT


class TableRow(NamedTuple):
    """Somebody's line in the table of a division."""

    standing: Standing
    name: PlayerName
    way: str
    """Where they would play next by the rules as it stands: up, down, stays, or out."""
    overridden: int
    """In how many rounds an organiser has put another result in the place of what was played."""


class SeenDivision(NamedTuple):
    """A division of a published season as it stands."""

    rank: int
    tournament: Tournament
    rows: list[TableRow]
    unit: int
    """How many points are shown as one."""
    next: Next | None
    """What comes next in its tournament."""

    @property
    def has_begun(self) -> bool:
        """Whether somebody has points, so that the order means something."""
        return any(row.standing.points for row in self.rows)

    @property
    def has_overridden(self) -> bool:
        """Whether an organiser has decided a result."""
        return any(row.overridden for row in self.rows)

    @property
    def is_to_come(self) -> bool:
        """Whether its tournament has not begun yet."""
        return self.tournament.is_to_come


def see_league(league_id: Any, viewer: Viewer) -> SeenLeague:
    """A league; refused as if it did not exist if the viewer may not see it."""
    league = League.objects.filter(pk=league_id).first() if is_id(league_id) else None
    try:
        seen = None if league is None else see_club(league.club_id, viewer)
    except NotFound:
        seen = None
    if league is None or seen is None or not leagues_of(seen, viewer).filter(pk=league.pk).exists():
        raise no_such_league(league_id)
    return SeenLeague(league, seen, stored_rules(league.rules))


def see_league_as_runner(league_id: Any, viewer: Viewer) -> SeenLeague:
    """The same, refused unless the viewer runs its club."""
    seen = see_league(league_id, viewer)
    if not seen.runs_it:
        raise not_your_role() if seen.club.role else not_a_member()
    return seen


def seasons_of(seen: SeenLeague) -> QuerySet[Season]:
    """The seasons of a league, the latest first; a draft is for those who run the club."""
    every = Season.objects.filter(league=seen.league).order_by("-number")
    return every if seen.runs_it else every.exclude(status=DRAFT)


def see_season(league_id: Any, number: int, viewer: Viewer) -> SeenSeason:
    """A season of a league; refused as if it did not exist if the viewer may not see it."""
    return as_seen_season(see_league(league_id, viewer), number)


def as_seen_season(seen: SeenLeague, number: int) -> SeenSeason:
    """A season of a league that a viewer may see."""
    season = seasons_of(seen).filter(number=number).first() if 0 < number < 2**15 else None
    if season is None:
        raise no_such_season(number)
    return SeenSeason(season, seen, stored_rules(season.rules) if season.rules else seen.rules)


def divisions_of(seen: SeenSeason, viewer: Viewer) -> list[SeenDivision]:
    """The divisions of a published season with their tables, as far as the viewer may see their tournaments."""
    divisions = list(Division.objects.filter(season=seen.season).select_related("tournament").order_by("rank"))
    shown = [one for one in divisions if viewer.is_auditor or may_know(one.tournament, viewer.account, viewer.invite)]
    return [_seen(division, seen.rules, len(divisions), viewer) for division in shown]


def _seen(division: Division, rules: Rules, number: int, viewer: Viewer) -> SeenDivision:
    tournament = division.tournament
    settings = settings_of(tournament)
    seen = SeenTournament(tournament, settings, role=None, own=None, is_invited=False)
    rows = crosstable_of(seen)
    table = [row.standing for row in rows]
    entrants = {one.pk: one for one in tournament.entrants.select_related("account", "person").order_by("number")}
    names = names_of(entrants.values(), viewer)
    way = ways_in(division, number, rules.borders, table, entrants)
    told = [
        TableRow(row.standing, names[row.standing.entrant], way[row.standing.entrant], row.overridden) for row in rows
    ]
    unit = find_format(tournament.format).unit_of(settings)
    return SeenDivision(division.rank, tournament, told, unit, what_is_next(seen))
