"""A league of a club: made, and its name and rules changed. Seasons that are published keep the rules they began with.

Whatever changes a league or its seasons holds the club's row.
"""

import secrets
from typing import Any, Final, NamedTuple

from engine.errors import Malformed
from engine.log import is_id
from games.accounts.callers import Caller
from games.clock.site_time import now
from games.extension import CLUB_MANAGERS
from games.log.sql import write_transaction
from games.refusals import Conflict, NotFound
from tournaments.clubs.locks import lock_club_as
from tournaments.clubs.models import Club
from tournaments.clubs.validators import one_line
from tournaments.events.services.tournaments import check_settings
from tournaments.leagues.models import DRAFT, League, Season
from tournaments.leagues.refusals import no_such_league, no_such_season, not_a_draft
from tournaments.leagues.rules import DAY, LeagueRules, load_rules, read_rules

LONGEST_LEAGUE_NAME: Final = 48
"""Shorter than a tournament's, whose name says the season and the division as well."""
MOST_LEAGUES: Final = 50
"""How many a club has."""


class LockedSeason(NamedTuple):
    """A season that nobody else changes until the transaction ends."""

    season: Season
    league: League
    club: Club

    @property
    def rules(self) -> LeagueRules:
        """The rules by which it is played, or is to be played."""
        return load_rules(self.season.rules or self.league.rules)


def create_league(club_id: str, by: Caller, name: Any, rules: Any) -> League:
    """Make a league of a club."""
    name, read = read_league_name(name), _read_rules(rules)
    with write_transaction():
        club, _ = lock_club_as(CLUB_MANAGERS, club_id, by)
        if club.leagues.count() >= MOST_LEAGUES:
            raise Conflict("league/too-many", "A club has at most {most} leagues.", most=MOST_LEAGUES)
        made_id = f"l-{secrets.token_hex(8)}"
        return League.objects.create(id=made_id, club=club, name=name, rules=read.as_text(), created_at=now())


def change_league(league_id: str, by: Caller, name: Any = None, rules: Any = None) -> League:
    """Rename a league, or set its rules for the seasons to come, as far as something is said."""
    said = {} if name is None else {"name": read_league_name(name)}
    read = None if rules is None else _read_rules(rules).as_text()
    with write_transaction():
        league, _ = lock_league(league_id, by)
        league.name, league.rules = said.get("name", league.name), read or league.rules
        league.save(update_fields=["name", "rules"])
    return league


def lock_league(league_id: Any, by: Caller) -> tuple[League, Club]:
    """A league whose club's row is held, refused unless the caller runs that club."""
    league = League.objects.filter(pk=league_id).first() if is_id(league_id) else None
    if league is None:
        raise no_such_league(league_id)
    try:
        club, _ = lock_club_as(CLUB_MANAGERS, league.club_id, by)
    except NotFound:
        # Strangers learn nothing of the leagues of a club that they may not know of.
        raise no_such_league(league_id) from None
    # What was read before the lock may have changed meanwhile.
    league.refresh_from_db()
    return league, club


def lock_season(league_id: Any, number: Any, by: Caller) -> LockedSeason:
    """The same for one of its seasons."""
    league, club = lock_league(league_id, by)
    is_number = type(number) is int and 0 < number < 2**15
    season = Season.objects.filter(league=league, number=number).first() if is_number else None
    if season is None:
        raise no_such_season(number)
    return LockedSeason(season, league, club)


def lock_draft(league_id: Any, number: Any, by: Caller) -> LockedSeason:
    """The same, refused if the season was published already."""
    locked = lock_season(league_id, number, by)
    if locked.season.status != DRAFT:
        raise not_a_draft()
    return locked


def read_league_name(value: Any) -> str:
    """The name of a league: in one line, with something to read in it."""
    name = one_line(value)
    if name is None or len(name) > LONGEST_LEAGUE_NAME:
        template = "A league has a name of 1 to {most} characters, some of them letters or digits."
        raise Malformed("league/name", template, most=LONGEST_LEAGUE_NAME)
    return name


def _read_rules(said: Any) -> LeagueRules:
    """Rules by which tournaments can be made."""
    rules = read_rules(said)
    check_settings({**rules.template.as_json(), "length": rules.days * DAY, "every": 0})
    return rules
