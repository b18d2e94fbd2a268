"""The seasons of a league: drafted from scratch or from the last one, dated, discarded, published and finished.

Publishing makes a tournament of each division's draft, fills and publishes it; all or nothing. A season is finished
when all of its divisions are over; the one whose end finishes the last division says so.
"""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from itertools import dropwhile
from typing import Any, Final

from engine.errors import Illegal, Malformed
from games.accounts.callers import Caller
from games.clock.site_time import now
from games.log.sql import write_transaction
from games.time_zones import zone_named
from tournaments.clubs.models import Club
from tournaments.events.log.privacy import lock_accounts
from tournaments.events.services.entrants import enter_other
from tournaments.events.services.tournaments import create_tournament, publish_tournament
from tournaments.events.statuses import CANCELLED
from tournaments.events.statuses import FINISHED as PLAYED
from tournaments.events.tournament_names import division_name
from tournaments.leagues.models import DRAFT, FINISHED, RUNNING, Assignment, Division, Season
from tournaments.leagues.promotion import Move, next_divisions
from tournaments.leagues.refusals import division_too_small, has_a_draft, season_not_over, too_late
from tournaments.leagues.round_dates import day_of, first_weekday_from
from tournaments.leagues.rules import LeagueRules, load_rules
from tournaments.leagues.selectors import (
    DraftedDivision,
    drafted_divisions,
    finishers_of,
    first_round_on,
    player_keys,
    present_in,
    rounds_in_division,
)
from tournaments.leagues.services.leagues import LockedSeason, lock_draft, lock_league, lock_season

DRAFTED_AHEAD: Final = timedelta(days=7)
"""How long before its first round a season is drafted, unless its organisers say when it begins."""
FURTHEST_AHEAD: Final = timedelta(days=2 * 366)
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def draft_season(league_id: str, by: Caller, starts_on: Any = None, is_from_last: Any = True) -> Season:
    """Draft the next season: with who goes up and down by the last one, if there is one, or with nobody."""
    if not isinstance(is_from_last, bool):
        template = "Whether a season is drafted from the last one is said by true or false."
        raise Malformed("league/from-last", template)
    said = None if starts_on is None else _read_day(starts_on)
    with write_transaction():
        league, club = lock_league(league_id, by)
        rules = load_rules(league.rules)
        last = league.seasons.order_by("-number").first()
        if last is not None and last.status == DRAFT:
            raise has_a_draft()
        day, number = first_round_day(said, rules, club), last.number + 1 if last else 1
        season = Season.objects.create(league=league, number=number, status=DRAFT, starts_on=day)
        if last is not None and is_from_last:
            _create_assignments(season, club, last, _moves_after(last, rules))
    return season


def change_season(league_id: str, number: int, by: Caller, starts_on: Any) -> Season:
    """Let a season that is not published begin on another day."""
    said = _read_day(starts_on)
    with write_transaction():
        locked = lock_draft(league_id, number, by)
        locked.season.starts_on = first_round_day(said, locked.rules, locked.club)
        locked.season.save(update_fields=["starts_on"])
    return locked.season


def discard_season(league_id: str, number: int, by: Caller) -> None:
    """Drop a season that is not published."""
    with write_transaction():
        lock_draft(league_id, number, by).season.delete()


def finish_season(league_id: str, number: int, by: Caller) -> Season:
    """Finish a season all of whose divisions are over; it does so by itself as a rule."""
    with write_transaction():
        season = lock_season(league_id, number, by).season
        if season.status == DRAFT or not settle_season(season):
            raise season_not_over()
    return season


def settle_season_of(tournament_id: str) -> None:
    """Say whether the season is finished to which a tournament belongs that has just ended or goes on again."""
    season = Season.objects.filter(divisions__tournament=tournament_id).first()
    if season is not None:
        settle_season(season)


def settle_season(season: Season) -> bool:
    """Store whether all divisions of a published season are over, and say so.

    Whoever ends a division holds its tournament. Two that end at once wait for each other at the season's row, so that
    the second one sees that the first is over.
    """
    Season.objects.select_for_update().get(pk=season.pk)
    is_over = not season.divisions.exclude(tournament__status__in=(PLAYED, CANCELLED)).exists()
    season.status = FINISHED if is_over else RUNNING
    season.save(update_fields=["status"])
    return is_over


def first_round_day(said: date | None, rules: LeagueRules, club: Club) -> date:
    """The day of the first round: the first on the league's day of the week from the day that was said."""
    today = day_of(zone_named(club.time_zone), now())
    day = today + DRAFTED_AHEAD if said is None else said
    if not today <= day <= today + FURTHEST_AHEAD:
        raise Illegal("league/day", "A season begins today at the earliest, and within two years.")
    return first_weekday_from(rules.weekday, day)


def _read_day(said: Any) -> date:
    if type(said) is date:
        return said
    try:
        if isinstance(said, str) and _DAY.fullmatch(said):
            return date.fromisoformat(said)
    except ValueError:
        pass
    raise Malformed("league/no-day", "A day is written like 2027-03-29.")


def _moves_after(last: Season, rules: LeagueRules) -> list[list[Move]]:
    """Who plays where after a season, which must be over; moving follows the rules with which it began."""
    if not settle_season(last):
        raise season_not_over()
    began = load_rules(last.rules)
    borders = began.borders._replace(size=rules.size, divisions=rules.divisions)
    return next_divisions(finishers_of(last), borders)


def _create_assignments(season: Season, club: Club, last: Season, moves: Iterable[list[Move]]) -> None:
    """Store a draft; whoever has left the club meanwhile is not in it."""
    players, present = player_keys(last), present_in(club)
    rows: dict[str, Assignment] = {}
    for rank, division in enumerate(moves, 1):
        for position, move in enumerate(division, 1):
            player = players[move.player]
            if present.has(player):
                # Who has claimed another player's place was there twice, and goes on in the better division.
                row = Assignment(season=season, rank=rank, position=position, came=move.way, **player.columns)
                rows.setdefault(player.text, row)
    Assignment.objects.bulk_create(rows.values())


FEWEST_IN_DIVISION: Final = 2
"""How few can play a division."""
SPARE_ROUNDS: Final = 2
"""How many may still be entered before the start without rounds that have no date in the calendar."""


def publish_season(league_id: str, number: int, by: Caller) -> Season:
    """Make the tournaments of a season's divisions and announce them; who is to play is entered in them.

    From now on the season has the rules that the league has now, and its draft is gone.
    """
    with write_transaction():
        # Accounts are always locked before a club.
        lock_accounts(by, *_accounts_in(league_id, number))
        locked = lock_draft(league_id, number, by)
        divisions = _check_divisions(drafted_divisions(locked.season, locked.rules))
        _check_time(locked)
        for division in divisions:
            _publish_division(locked, division, by)
        return _mark_running(locked)


def _accounts_in(league_id: str, number: int) -> list[int]:
    found = Assignment.objects.filter(season__league=league_id, season__number=number, account__isnull=False)
    return list(found.values_list("account", flat=True))


def _check_divisions(divisions: list[DraftedDivision]) -> list[DraftedDivision]:
    """The divisions without empty ones at the end, refused if one of them cannot be played."""
    filled = list(dropwhile(lambda division: not division.players, reversed(divisions)))[::-1] or divisions[:1]
    for division in filled:
        if len(division.players) < FEWEST_IN_DIVISION:
            raise division_too_small(division.rank, FEWEST_IN_DIVISION)
    return filled


def _check_time(locked: LockedSeason) -> None:
    zone = zone_named(locked.club.time_zone)
    if locked.rules.opening(zone, first_round_on(locked.season, locked.rules)) <= now():
        raise too_late()


def _publish_division(locked: LockedSeason, drafted: DraftedDivision, by: Caller) -> None:
    season, club, rules = locked.season, locked.club, locked.rules
    dates = rounds_in_division(rules, len(drafted.players) + SPARE_ROUNDS)
    settings = rules.settings(zone_named(club.time_zone), first_round_on(season, rules), dates)
    command = f"season-{season.pk}-{drafted.rank}"
    name = division_name(locked.league.name, season.number, drafted.rank)
    made = create_tournament(club.pk, by, command, name, settings, club.is_public).tournament
    Division.objects.create(season=season, rank=drafted.rank, tournament_id=made)
    for player in drafted.players:
        _enter_player(made, by, f"{command}-{player.pk}", player)
    publish_tournament(made, by, f"{command}-publish")


def _enter_player(tournament: str, by: Caller, command: str, player: Assignment) -> None:
    handle = player.account.username if player.account else None
    enter_other(tournament, by, command, account=handle, person=player.person_id, bot=player.bot or None)


def _mark_running(locked: LockedSeason) -> Season:
    season = locked.season
    season.status, season.rules = RUNNING, locked.rules.as_text()
    season.starts_on = first_round_on(season, locked.rules)
    season.save(update_fields=["status", "rules", "starts_on"])
    season.assignments.all().delete()
    return season
