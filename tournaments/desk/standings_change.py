"""What another result of a game or a table would change in its tournament: standings before and after.

Nothing is written; the same code decides as when results are taken in.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.play.models import GameCard, ResultChange
from games.results import GameResult
from tournaments.desk.preview import NEXT_SEASON, PAIRINGS, TAKEN_BACK, WAITING, StandingChange, TournamentChange
from tournaments.events.formats.format import find_format
from tournaments.events.history import load_history, settings_of
from tournaments.events.models import Entrant, Table, Tournament
from tournaments.events.projections.handlers import outcome_of
from tournaments.events.projections.row_store import TableOutcome
from tournaments.events.rounds.results import news_of_table, why_result_stays
from tournaments.events.standings.ranking import Standing, standings
from tournaments.events.statuses import RUNNING
from tournaments.events.values import History, PlayedRound, SeatResult, TableResult
from tournaments.leagues.models import Division, Season
from tournaments.leagues.rules import load_rules
from tournaments.leagues.selectors import division_moves


def with_outcome(history: History, outcome: TableOutcome) -> History:
    """A history in which a table came out like this, whatever was known of it before."""
    rounds = tuple(
        _round_with(played, outcome) if played.number == outcome.round else played for played in history.rounds
    )
    return history._replace(rounds=rounds)


def without_outcome(history: History, number: int, table: int) -> History:
    """A history in which a table has no result."""
    rounds = tuple(
        played._replace(tables=tuple(at for at in played.tables if played.number != number or at.number != table))
        for played in history.rounds
    )
    return history._replace(rounds=rounds)


def _round_with(played: PlayedRound, outcome: TableOutcome) -> PlayedRound:
    tables = {table.number: table for table in played.tables}
    tables[outcome.table] = TableResult(outcome.table, tuple(_seats(outcome)), outcome.is_void, outcome.entered)
    return played._replace(tables=tuple(tables[number] for number in sorted(tables)))


def _seats(outcome: TableOutcome) -> Iterator[SeatResult]:
    for entrant, score, rows, place, has_forfeited in outcome.seats:
        yield SeatResult(entrant, score, place or 0, has_forfeited, rows)


def changed_standings(
    before: Sequence[Standing],
    after: Sequence[Standing],
    ways: tuple[Mapping[str, str], Mapping[str, str]] | None = None,
) -> tuple[StandingChange, ...]:
    """Everybody whose place, points, tie-breaks or counts are others, by their places before; in a league with where
    they would play next."""
    now = {standing.entrant: standing for standing in after}
    moves = {} if ways is None else {one: (ways[0][one], ways[1][one]) for one in now}
    changes = (StandingChange(one.entrant, one, now[one.entrant], moves.get(one.entrant)) for one in before)
    return tuple(change for change in changes if change.before != change.after or change.has_other_way)


class ForeseenStandings(NamedTuple):
    """What would change in a tournament, None in none, and what is to be said about it."""

    change: TournamentChange | None
    notes: list[str]


def foresee_standings(game_id: str, present: GameResult, result: GameResult) -> ForeseenStandings:
    """Who would stand where in the tournament of a game if this came of it, and not what comes of it now; that is taken
    as counted."""
    table = Table.objects.filter(game=game_id).select_related("round__tournament").first()
    if table is None:
        was_played = GameCard.objects.filter(pk=game_id, tournament__isnull=False).exists()
        return ForeseenStandings(None, [TAKEN_BACK] if was_played else [])
    tournament = table.round.tournament
    unit = find_format(tournament.format).unit_of(settings_of(tournament))
    if (kept := why_result_stays(tournament, table)) is not None:
        return ForeseenStandings(TournamentChange(tournament.pk, unit, ()), [kept])
    history = load_history(tournament)
    return compare_histories(table, *(_with_result(history, table, one) for one in (present, result)))


def compare_histories(table: Table, now: History, then: History) -> ForeseenStandings:
    """What differs in the tournament of a table between two ways in which it came out."""
    tournament = table.round.tournament
    unit = find_format(tournament.format).unit_of(settings_of(tournament))
    changes = () if now == then else _changes(tournament, now, then)
    return ForeseenStandings(TournamentChange(tournament.pk, unit, changes), _notes(table, changes))


def _with_result(history: History, table: Table, result: GameResult) -> History:
    """A history with what would come of a table if this came of its game."""
    entry = news_of_table(table.round.tournament, table, result)
    return history if entry is None else with_outcome(history, outcome_of(entry[1]))


def _changes(tournament: Tournament, now: History, then: History) -> tuple[StandingChange, ...]:
    settings = settings_of(tournament)
    before, after = (standings(settings, history, explained=()) for history in (now, then))
    division = Division.objects.filter(tournament=tournament).select_related("season", "tournament").first()
    if division is None:
        return changed_standings(before, after)
    return changed_standings(before, after, (_ways(division, before), _ways(division, after)))


def _ways(division: Division, table: list[Standing]) -> dict[str, str]:
    """Where everybody would play next."""
    entrants = {entrant.pk: entrant for entrant in Entrant.objects.filter(tournament=division.tournament)}
    number = Division.objects.filter(season=division.season).count()
    return division_moves(division, number, load_rules(division.season.rules).borders, table, entrants)


def _notes(table: Table, changes: tuple[StandingChange, ...]) -> list[str]:
    """What is to be said beside the numbers."""
    tournament, notes = table.round.tournament, []
    is_followed = tournament.round > table.round.number or tournament.status == RUNNING
    if changes and is_followed and tournament.round_count > 1:
        notes.append(PAIRINGS)
    if any(change.has_other_way for change in changes) and _has_next_season(tournament):
        notes.append(NEXT_SEASON)
    others = Table.objects.filter(round__tournament=tournament, game__isnull=False).exclude(pk=table.pk)
    if ResultChange.objects.filter(game__in=others.values("game")).exists():
        notes.append(WAITING)
    return notes


def _has_next_season(tournament: Tournament) -> bool:
    """Whether the season after that of a division is there, be it only drafted."""
    season = Season.objects.get(divisions__tournament=tournament)
    return Season.objects.filter(league=season.league, number__gt=season.number).exists()
