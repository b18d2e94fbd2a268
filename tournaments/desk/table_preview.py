"""Foreseeing what an organiser decides about a table: every standing, rating and solo run that another result would
change, before it is entered. Nothing is written, nothing is locked."""

from engine.log import is_id
from engine.protocol import Json
from games.log.models import Event
from games.play.official_result import official_result_of
from games.statuses import ADJUDICATED, FINISHED
from tournaments.desk.preview import CALLED_OFF_GAME, NO_GAME, RULED, Counting, Preview, ResultForeseen, SeatForeseen
from tournaments.desk.rating_change import foresee_ratings, foresee_runs
from tournaments.desk.standings_change import compare_histories, with_outcome, without_outcome
from tournaments.events import event_kinds
from tournaments.events.history import load_history
from tournaments.events.models import Table, TournamentEvent
from tournaments.events.projections.handlers import entered_by, outcome_of
from tournaments.events.rounds.results import current_result, entrants_at, is_called_off
from tournaments.events.selectors.log import RESULT_CHANGING_KINDS
from tournaments.events.services.results import Decision
from tournaments.events.values import OVERRIDDEN, History, SeatResult
from tournaments.ratings.overrides import Overridden, overridden, overrides_of

OPEN = "open"
VOIDED = "voided"
PLAYED = FINISHED
NOT_PLAYED = "not-played"
"""What becomes of a table, beside how it was entered."""


def foresee_decision(decision: Decision) -> Preview:
    """What would change if this was decided about a table."""
    table, entrants = decision.table, entrants_at(decision.table)
    now, then = current_result(table), _supposed(decision)
    before, after = _foreseen(now, len(entrants)), _foreseen(then, len(entrants))
    preview = Preview(table.game_id, before, after, entrants=tuple(entrants))
    history = load_history(table.round.tournament)
    standings = compare_histories(table, history, _history_if(history, decision))
    preview = preview._replace(tournament=standings.change, notes=tuple(standings.notes))
    return _with_ratings(preview, decision, then)


def _supposed(decision: Decision) -> Json | None:
    """The result as a table would have it."""
    if decision.result is None:
        return None
    return {**decision.result, "entered": entered_by(decision.kind, decision.result["source"])}


def _foreseen(result: Json | None, seats: int) -> ResultForeseen:
    if result is None:
        return ResultForeseen(OPEN, (SeatForeseen(None, None, False, None),) * seats)
    shown = tuple(
        SeatForeseen(seat["score"], None if result["void"] else seat["place"], seat["forfeited"], seat["rows"])
        for seat in result["seats"]
    )
    by_itself = PLAYED if any(seat.score is not None for seat in shown) else NOT_PLAYED
    return ResultForeseen(VOIDED if result["void"] else result["entered"] or by_itself, shown)


def _history_if(history: History, decision: Decision) -> History:
    if decision.result is None:
        return without_outcome(history, decision.table.round.number, decision.table.number)
    return with_outcome(history, outcome_of(decision.result, decision.kind))


def _with_ratings(preview: Preview, decision: Decision, then: Json | None) -> Preview:
    """The same with the ratings that follow, where a game was played to its end at the table."""
    game = decision.table.game_id
    result = official_result_of(game) if game is not None else None
    if game is None or result is None or result.status not in (FINISHED, ADJUDICATED, VOIDED):
        is_lost = decision.kind == event_kinds.TAKEN_BACK and is_called_off(decision.table)
        notes = (NO_GAME, CALLED_OFF_GAME) if is_lost else (NO_GAME,)
        return preview._replace(notes=(*preview.notes, *notes))
    counting = Counting(result, overrides_of([game]).get(game)), Counting(result, _overridden(decision.table, then))
    ratings = foresee_ratings(game, *counting)
    ruled = (RULED,) if _is_ruled(game) else ()
    return preview._replace(
        ratings=ratings.changes,
        runs=foresee_runs(game, *counting),
        notes=tuple(dict.fromkeys((*preview.notes, *ratings.notes, *ruled))),
    )


def _overridden(table: Table, then: Json | None) -> Overridden | None:
    """What would count for ratings in the place of the game."""
    if then is None or then["entered"] != OVERRIDDEN:
        return None
    seats = [SeatResult(one["entrant"], one["score"], one["place"], one["forfeited"]) for one in then["seats"]]
    return overridden(table, seats, then["void"])


def _is_ruled(game: str) -> bool:
    """Whether the desk has ruled upon a game, whatever has become of that."""
    return Event.objects.filter(game=game, kind__in=RESULT_CHANGING_KINDS).exists()


def is_foreseen(tournament_id: str, command_id: object, foreseen: object, preview: Preview) -> bool:
    """Whether what was seen is still what would change, by its fingerprint; nothing is asked of whoever has looked at
    nothing, nor of a command that was carried out before."""
    return not foreseen or preview.fingerprint == foreseen or was_carried_out(tournament_id, command_id)


def was_carried_out(tournament_id: str, command_id: object) -> bool:
    """Whether a command has made something already."""
    found = TournamentEvent.objects.filter(tournament=tournament_id, command_id=command_id)
    return is_id(command_id) and found.exists()
