"""The seasons of a league: drafted from scratch or from the last one, dated, discarded, and finished.

A season is finished when all of its divisions are over; the one whose end finishes the last division says so.
"""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any, Final

from engine.errors import Illegal, Malformed
from games.accounts.callers import Caller
from games.clock.site_time import now
from games.log.sql import write_transaction
from games.time_zones import zone_named
from tournaments.leagues.calendar import day_of, first_day
from tournaments.leagues.moving import Move, next_divisions
from tournaments.leagues.refusals import has_a_draft, season_not_over
from tournaments.leagues.rules import Rules, stored_rules
from tournaments.models import Assignment, Club, Season
from tournaments.models.leagues import DRAFT, FINISHED, RUNNING
from tournaments.models.tournaments import CANCELLED
from tournaments.models.tournaments import FINISHED as PLAYED
from tournaments.selectors.finishing import finishers_of, players_of, present_in
from tournaments.services.leagues import lock_draft, lock_league, lock_season

AHEAD: Final = timedelta(days=7)
"""How long before its first round a season is drafted, unless its organisers say when it begins."""
FURTHEST: Final = timedelta(days=2 * 366)
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def draft_season(league_id: str, by: Caller, starts_on: Any = None, is_from_last: Any = True) -> Season:
    """Draft the next season: with who goes up and down by the last one, if there is one, or with nobody."""
    if not isinstance(is_from_last, bool):
        template = "Whether a season is drafted from the last one is said by true or false."
        raise Malformed("league/from-last", template)
    said = None if starts_on is None else _read_day(starts_on)
    with write_transaction():
        league, club = lock_league(league_id, by)
        rules = stored_rules(league.rules)
        last = league.seasons.order_by("-number").first()
        if last is not None and last.status == DRAFT:
            raise has_a_draft()
        day, number = first_day_of(said, rules, club), last.number + 1 if last else 1
        season = Season.objects.create(league=league, number=number, status=DRAFT, starts_on=day)
        if last is not None and is_from_last:
            _assign(season, club, last, _moves_after(last, rules))
    return season


def change_season(league_id: str, number: int, by: Caller, starts_on: Any) -> Season:
    """Let a season that is not published begin on another day."""
    said = _read_day(starts_on)
    with write_transaction():
        locked = lock_draft(league_id, number, by)
        locked.season.starts_on = first_day_of(said, locked.rules, locked.club)
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
        if season.status == DRAFT or not settle(season):
            raise season_not_over()
    return season


def settle_season(tournament_id: str) -> None:
    """Say whether the season is finished to which a tournament belongs that has just ended or goes on again."""
    season = Season.objects.filter(divisions__tournament=tournament_id).first()
    if season is not None:
        settle(season)


def settle(season: Season) -> bool:
    """Store whether all divisions of a published season are over, and say so.

    Whoever ends a division holds its tournament. Two that end at once wait for each other at the season's row, so that
    the second one sees that the first is over.
    """
    Season.objects.select_for_update().get(pk=season.pk)
    is_over = not season.divisions.exclude(tournament__status__in=(PLAYED, CANCELLED)).exists()
    season.status = FINISHED if is_over else RUNNING
    season.save(update_fields=["status"])
    return is_over


def first_day_of(said: date | None, rules: Rules, club: Club) -> date:
    """The day of the first round: the first on the league's day of the week from the day that was said."""
    today = day_of(zone_named(club.time_zone), now())
    day = today + AHEAD if said is None else said
    if not today <= day <= today + FURTHEST:
        raise Illegal("league/day", "A season begins today at the earliest, and within two years.")
    return first_day(rules.weekday, day)


def _read_day(said: Any) -> date:
    if type(said) is date:
        return said
    try:
        if isinstance(said, str) and _DAY.fullmatch(said):
            return date.fromisoformat(said)
    except ValueError:
        pass
    raise Malformed("league/no-day", "A day is written like 2027-03-29.")


def _moves_after(last: Season, rules: Rules) -> list[list[Move]]:
    """Who plays where after a season, which must be over; moving follows the rules with which it began."""
    if not settle(last):
        raise season_not_over()
    began = stored_rules(last.rules)
    borders = began.borders._replace(size=rules.size, divisions=rules.divisions)
    return next_divisions(finishers_of(last), borders)


def _assign(season: Season, club: Club, last: Season, moves: Iterable[list[Move]]) -> None:
    """Store a draft; whoever has left the club meanwhile is not in it."""
    players, present = players_of(last), present_in(club)
    rows: dict[str, Assignment] = {}
    for rank, division in enumerate(moves, 1):
        for position, move in enumerate(division, 1):
            player = players[move.player]
            if present.has(player):
                # Who has claimed another player's place was there twice, and goes on in the better division.
                row = Assignment(season=season, rank=rank, position=position, came=move.way, **player.columns)
                rows.setdefault(player.text, row)
    Assignment.objects.bulk_create(rows.values())
