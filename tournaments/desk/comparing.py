"""Standings before and after a table came out otherwise. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from tournaments.desk.previews import StandingChange
from tournaments.projections.books import TableOutcome
from tournaments.standings import Standing
from tournaments.values import History, PlayedRound, SeatResult, TableResult


def with_outcome(history: History, outcome: TableOutcome) -> History:
    """A history in which a table came out like this, whatever was known of it before."""
    rounds = tuple(_with(played, outcome) if played.number == outcome.round else played for played in history.rounds)
    return history._replace(rounds=rounds)


def without_outcome(history: History, number: int, table: int) -> History:
    """A history in which a table has no result."""
    rounds = tuple(
        played._replace(tables=tuple(at for at in played.tables if played.number != number or at.number != table))
        for played in history.rounds
    )
    return history._replace(rounds=rounds)


def _with(played: PlayedRound, outcome: TableOutcome) -> PlayedRound:
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
