"""What another result of a game would change in its tournament: nothing is written, the same code decides as when
results are taken in."""

from typing import NamedTuple

from games.play.models import GameCard, ResultChange
from games.results import GameResult
from tournaments.desk.comparing import changed_standings, with_outcome
from tournaments.desk.previews import NEXT_SEASON, PAIRINGS, TAKEN_BACK, WAITING, StandingChange, TournamentChange
from tournaments.formats import find_format
from tournaments.leagues.rules import stored_rules
from tournaments.models import Division, Entrant, Season, Table, Tournament
from tournaments.models.tournaments import RUNNING
from tournaments.projections.results import outcome_of
from tournaments.rounds.results import keeps_result, news_of
from tournaments.selectors.finishing import ways_in
from tournaments.selectors.tournaments import load_history, settings_of
from tournaments.standings import Standing, standings
from tournaments.values import History


class Foreseen(NamedTuple):
    """What would change in a tournament, None in none, and what is to be said about it."""

    change: TournamentChange | None
    notes: list[str]


def foresee_standings(game_id: str, present: GameResult, result: GameResult) -> Foreseen:
    """Who would stand where in the tournament of a game if this came of it, and not what comes of it now; that is taken
    as counted."""
    table = Table.objects.filter(game=game_id).select_related("round__tournament").first()
    if table is None:
        was_played = GameCard.objects.filter(pk=game_id, tournament__isnull=False).exists()
        return Foreseen(None, [TAKEN_BACK] if was_played else [])
    tournament = table.round.tournament
    unit = find_format(tournament.format).unit_of(settings_of(tournament))
    if (kept := keeps_result(tournament, table)) is not None:
        return Foreseen(TournamentChange(tournament.pk, unit, ()), [kept])
    history = load_history(tournament)
    return compare(table, *(_with_result(history, table, one) for one in (present, result)))


def compare(table: Table, now: History, then: History) -> Foreseen:
    """What differs in the tournament of a table between two ways in which it came out."""
    tournament = table.round.tournament
    unit = find_format(tournament.format).unit_of(settings_of(tournament))
    changes = () if now == then else _changes(tournament, now, then)
    return Foreseen(TournamentChange(tournament.pk, unit, changes), _notes(table, changes))


def _with_result(history: History, table: Table, result: GameResult) -> History:
    """A history with what would come of a table if this came of its game."""
    entry = news_of(table.round.tournament, table, result)
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
    return ways_in(division, number, stored_rules(division.season.rules).borders, table, entrants)


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
