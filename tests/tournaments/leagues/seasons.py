"""Leagues for tests: a club with people enough, and seasons of theirs."""

from datetime import UTC, datetime
from typing import Any

from games.accounts.callers import caller_of
from games.accounts.models import Account
from tests.games.sample_tables import caller
from tests.tournaments.sample_clubs import club
from tournaments.clubs.models import Club, Membership
from tournaments.leagues.models import League, Season
from tournaments.leagues.selectors import assignments_in_draft
from tournaments.leagues.services.assignments import assign_player
from tournaments.leagues.services.leagues import create_league
from tournaments.leagues.services.seasons import draft_season

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
"""A Monday."""
RULES: dict[str, Any] = {"divisions": 2, "size": 4, "up": 1, "down": 1, "weekday": 1}


def crowd(founded: Club, number: int) -> list[Account]:
    """So many members called P01, P02 and so on, in the order in which they have joined."""
    made = [Account(username=f"p{n:02}", display_name=f"P{n:02}", password="!") for n in range(1, number + 1)]
    accounts = Account.objects.bulk_create(made)
    Membership.objects.bulk_create(
        Membership(club=founded, account=somebody, role="member", joined_at=NOW) for somebody in accounts
    )
    return accounts


def league(founded: Club | None = None, **rules: Any) -> League:
    """A league of a club in Berlin."""
    home = founded or club(time_zone="Europe/Berlin")
    return create_league(home.pk, caller("Olga"), "Winter League", {**RULES, **rules})


def drafted(made: League, *divisions: list[str]) -> Season:
    """A season with these members in its divisions, by their handles."""
    season = draft_season(made.pk, caller("Olga"), "2027-03-22", False)
    for rank, handles in enumerate(divisions, 1):
        for handle in handles:
            assign_player(made.pk, season.number, caller("Olga"), rank, handle=handle)
    return season


def who(season: Season) -> list[str]:
    """Who is to play, division by division."""
    rows = list(assignments_in_draft(season))
    ranks = range(1, max((row.rank for row in rows), default=0) + 1)
    return [" ".join(_name(row) for row in rows if row.rank == rank) for rank in ranks]


def _name(row: Any) -> str:
    return str(row.account.username if row.account else row.person.name if row.person else row.bot)


def olga() -> Any:
    """Who owns the club, as somebody who asks."""
    return caller_of(Account.objects.get(username="olga"))
