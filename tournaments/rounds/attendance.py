"""Who has come to a table that waits, and who has not: as the log of its game says, not as a page said a moment ago."""

from collections.abc import Callable
from typing import NamedTuple

from games.log.state_cache import load_fold
from games.log.unit_of_work import Head, read_head
from games.play.restart_without_absent import accounts_of, may_restart, seats_present
from games.statuses import OPEN as NOT_STARTED
from tournaments.models import Table, Tournament
from tournaments.models.tournaments import OPEN, RUNNING
from tournaments.refusals import wrong_moment
from tournaments.rounds.missing import absent_from
from tournaments.rounds.patience import FEWEST_THAT_WAIT
from tournaments.rounds.refusals import already_started, has_result, paused, too_few_have_come, waits_for_all
from tournaments.rounds.results import entrants_of


class Attendance(NamedTuple):
    """Those for whom the game of a table has seats, in their order."""

    here: list[str]
    absent: list[str]
    may_start: bool
    """Whether it can start without the absent: it waits, and enough have come."""
    has_started: bool


def attendance_at(table: Table, head: Head) -> Attendance:
    """Who has come to the game of a table. Where something follows from it, the game is locked before it is looked at:
    whoever sits down now either comes before this, or too late."""
    fold = load_fold(head)
    taken = seats_present(fold, accounts_of(head.game))
    before = absent_from(table)
    playing = [entrant for entrant in entrants_of(table) if entrant not in before]
    return Attendance(
        here=[entrant for seat, entrant in enumerate(playing) if seat in taken],
        absent=[entrant for seat, entrant in enumerate(playing) if seat not in taken],
        may_start=may_restart(fold, taken),
        has_started=fold.status != NOT_STARTED,
    )


def look_at(tournament: Tournament, table: Table, read: Callable[[str], Head] = read_head) -> Attendance:
    """Who has come to a table, and who would be left out; refused unless it can start now without somebody."""
    if (tournament.status, tournament.round, OPEN) != (RUNNING, table.round.number, table.round.status):
        raise wrong_moment()
    if tournament.paused_at is not None:
        raise paused()
    if table.is_done:
        raise has_result()
    if table.game_id is None:
        raise waits_for_all()
    found = attendance_at(table, read(table.game_id))
    if found.has_started:
        raise already_started()
    if len(found.here) + len(found.absent) < FEWEST_THAT_WAIT:
        raise waits_for_all()
    if not found.may_start:
        raise too_few_have_come()
    return found
