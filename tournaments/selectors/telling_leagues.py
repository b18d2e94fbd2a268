"""Leagues as the interface tells them."""

from engine.protocol import Json
from games.accounts.callers import Viewer
from tournaments.leagues.rules import stored_rules
from tournaments.models import League, Season
from tournaments.selectors.drafts import DraftedDivision, divisions_drafted
from tournaments.selectors.leagues import SeenDivision, SeenLeague, SeenSeason, TableRow, divisions_of, seasons_of
from tournaments.selectors.players import names_of
from tournaments.selectors.telling_tournaments import about_name


def about_league(league: League) -> Json:
    """A league as lists show it."""
    return {
        "id": league.pk,
        "club": league.club_id,
        "name": league.name,
        "rules": stored_rules(league.rules).as_json(),
        "created_at": league.created_at,
    }


def about_whole_league(seen: SeenLeague) -> Json:
    """A league with its seasons."""
    return {**about_league(seen.league), "seasons": [_in_short(season) for season in seasons_of(seen)]}


def about_season(seen: SeenSeason, viewer: Viewer) -> Json:
    """A season with its tables, or with its draft."""
    if seen.is_draft:
        divisions = [_drafted(division, viewer) for division in divisions_drafted(seen.season, seen.rules)]
    else:
        divisions = [_division(division) for division in divisions_of(seen, viewer)]
    said = {"league": seen.seen.league.pk, "rules": seen.rules.as_json(), "divisions": divisions}
    return {**_in_short(seen.season), **said}


def _in_short(season: Season) -> Json:
    return {"number": season.number, "status": season.status, "starts_on": season.starts_on}


def _drafted(division: DraftedDivision, viewer: Viewer) -> Json:
    names = names_of(division.players, viewer)
    draft = [{"id": player.pk, **about_name(names[player.pk]), "came": player.came} for player in division.players]
    return {"division": division.rank, "tournament": None, "unit": 1, "table": [], "draft": draft}


def _division(division: SeenDivision) -> Json:
    table = [_place(row) for row in division.rows]
    said = {"division": division.rank, "tournament": division.tournament.pk, "unit": division.unit}
    return {**said, "table": table, "draft": []}


def _place(row: TableRow) -> Json:
    standing = row.standing
    numbers = {name: getattr(standing, name) for name in ("place", "points", "played", "won", "tied", "lost")}
    return {
        "entrant": standing.entrant,
        **about_name(row.name),
        **numbers,
        "way": row.way,
        "overridden": row.overridden,
    }
