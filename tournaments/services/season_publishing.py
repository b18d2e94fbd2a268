"""Publishing a season: from the draft of each division a tournament is made, filled and published; all or nothing."""

from itertools import dropwhile
from typing import Final

from games.accounts.callers import Caller
from games.clock.site_time import now
from games.log.sql import write_transaction
from games.time_zones import zone_named
from tournaments.leagues.refusals import division_too_small, too_late
from tournaments.log.accounts import lock_accounts
from tournaments.models import Assignment, Division, Season
from tournaments.models.leagues import RUNNING
from tournaments.naming import division_name
from tournaments.selectors.drafts import DraftedDivision, divisions_drafted, first_round_on, rounds_of
from tournaments.services.entering import enter_other
from tournaments.services.leagues import LockedSeason, lock_draft
from tournaments.services.publishing import publish_tournament
from tournaments.services.tournaments import create_tournament

LEAST: Final = 2
"""How few can play a division."""
SPARE: Final = 2
"""How many may still be entered before the start without rounds that have no date in the calendar."""


def publish_season(league_id: str, number: int, by: Caller) -> Season:
    """Make the tournaments of a season's divisions and announce them; who is to play is entered in them.

    From now on the season has the rules that the league has now, and its draft is gone.
    """
    with write_transaction():
        # Accounts are always locked before a club.
        lock_accounts(by, *_accounts_in(league_id, number))
        locked = lock_draft(league_id, number, by)
        divisions = _check_divisions(divisions_drafted(locked.season, locked.rules))
        _check_time(locked)
        for division in divisions:
            _publish_division(locked, division, by)
        return _set_out(locked)


def _accounts_in(league_id: str, number: int) -> list[int]:
    found = Assignment.objects.filter(season__league=league_id, season__number=number, account__isnull=False)
    return list(found.values_list("account", flat=True))


def _check_divisions(divisions: list[DraftedDivision]) -> list[DraftedDivision]:
    """The divisions without empty ones at the end, refused if one of them cannot be played."""
    filled = list(dropwhile(lambda division: not division.players, reversed(divisions)))[::-1] or divisions[:1]
    for division in filled:
        if len(division.players) < LEAST:
            raise division_too_small(division.rank, LEAST)
    return filled


def _check_time(locked: LockedSeason) -> None:
    zone = zone_named(locked.club.time_zone)
    if locked.rules.opening(zone, first_round_on(locked.season, locked.rules)) <= now():
        raise too_late()


def _publish_division(locked: LockedSeason, drafted: DraftedDivision, by: Caller) -> None:
    season, club, rules = locked.season, locked.club, locked.rules
    dates = rounds_of(rules, len(drafted.players) + SPARE)
    settings = rules.settings(zone_named(club.time_zone), first_round_on(season, rules), dates)
    command = f"season-{season.pk}-{drafted.rank}"
    name = division_name(locked.league.name, season.number, drafted.rank)
    made = create_tournament(club.pk, by, command, name, settings, club.is_public).tournament
    Division.objects.create(season=season, rank=drafted.rank, tournament_id=made)
    for player in drafted.players:
        _enter(made, by, f"{command}-{player.pk}", player)
    publish_tournament(made, by, f"{command}-publish")


def _enter(tournament: str, by: Caller, command: str, player: Assignment) -> None:
    handle = player.account.username if player.account else None
    enter_other(tournament, by, command, account=handle, person=player.person_id, bot=player.bot or None)


def _set_out(locked: LockedSeason) -> Season:
    season = locked.season
    season.status, season.rules = RUNNING, locked.rules.as_text()
    season.starts_on = first_round_on(season, locked.rules)
    season.save(update_fields=["status", "rules", "starts_on"])
    season.assignments.all().delete()
    return season
