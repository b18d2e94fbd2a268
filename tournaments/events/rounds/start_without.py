"""Starting tables of three or four without whoever has not come: the game that waits is called off, and one for the
others follows it, in which they keep their seats and play at once.

Who has come is what the log of the game says, not what a page said a moment ago. The sweep starts those tables that
have waited long enough, so many in each step; an organiser starts one (`tournaments.events.services`), in the same
way.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from engine.protocol import Json
from games.clock.models import Heartbeat
from games.clock.site_time import write_time
from games.log.entries import SYSTEM
from games.log.state_cache import load_fold
from games.log.unit_of_work import Head, lock_head, read_head
from games.play.restart_without_absent import accounts_of, may_restart, restart_without_absent, seats_present
from games.statuses import OPEN as NOT_STARTED
from tournaments.events import event_kinds
from tournaments.events.history import settings_of
from tournaments.events.log.event_store import UnitOfWork
from tournaments.events.models import Round, Table, Tournament
from tournaments.events.refusals import (
    table_already_started,
    table_has_result,
    too_few_have_come,
    tournament_paused,
    waits_for_all,
    wrong_moment,
)
from tournaments.events.round_notices import notify_of_started_table
from tournaments.events.rounds.absences import WaitingTable, absent_from_game, waiting_tables
from tournaments.events.rounds.open_round import BATCH
from tournaments.events.rounds.results import entrants_at
from tournaments.events.settings import Settings
from tournaments.events.situation import latest_round
from tournaments.events.statuses import OPEN, RUNNING
from tournaments.events.timetable import FEWEST_THAT_WAIT, wait_after_sitting_down
from tournaments.events.values import NO_SHOW


class TableAttendance(NamedTuple):
    """Those for whom the game of a table has seats, in their order."""

    here: list[str]
    absent: list[str]
    may_start: bool
    """Whether it can start without the absent: it waits, and enough have come."""
    has_started: bool


def attendance_at(table: Table, head: Head) -> TableAttendance:
    """Who has come to the game of a table. Where something follows from it, the game is locked before it is looked at:
    whoever sits down now either comes before this, or too late."""
    fold = load_fold(head)
    taken = seats_present(fold, accounts_of(head.game))
    before = absent_from_game(table)
    playing = [entrant for entrant in entrants_at(table) if entrant not in before]
    return TableAttendance(
        here=[entrant for seat, entrant in enumerate(playing) if seat in taken],
        absent=[entrant for seat, entrant in enumerate(playing) if seat not in taken],
        may_start=may_restart(fold, taken),
        has_started=fold.status != NOT_STARTED,
    )


def startable_attendance(
    tournament: Tournament, table: Table, read: Callable[[str], Head] = read_head
) -> TableAttendance:
    """Who has come to a table, and who would be left out; refused unless it can start now without somebody."""
    if (tournament.status, tournament.round, OPEN) != (RUNNING, table.round.number, table.round.status):
        raise wrong_moment()
    if tournament.paused_at is not None:
        raise tournament_paused()
    if table.is_done:
        raise table_has_result()
    if table.game_id is None:
        raise waits_for_all()
    found = attendance_at(table, read(table.game_id))
    if found.has_started:
        raise table_already_started()
    if len(found.here) + len(found.absent) < FEWEST_THAT_WAIT:
        raise waits_for_all()
    if not found.may_start:
        raise too_few_have_come()
    return found


def start_waiting_tables(draft: UnitOfWork) -> None:
    """Start the next tables that have waited long enough, and say when to look at the others."""
    latest, settings, moment = latest_round(draft.tournament), settings_of(draft.tournament), _moment(draft)
    assert latest is not None
    waiting = waiting_tables(latest, settings)
    due = [one for one in waiting if one.starts_at is not None and one.starts_at <= moment]
    started = {one.table.pk for one in due[:BATCH] if _start_if_absent(draft, one)}
    in_vain = {one.table.pk for one in due[:BATCH]} - started
    left = [one for one in waiting if one.table.pk not in started]
    looks_at = _next_look(left, in_vain, settings, moment)
    Round.objects.filter(pk=latest.pk).update(looks_at=looks_at)


def _moment(draft: UnitOfWork) -> datetime:
    """The moment up to which the clocks were seen to: what came due since may have come due in an outage."""
    last = Heartbeat.objects.values_list("at", flat=True).first()
    return draft.now if last is None else min(last, draft.now)


def _next_look(
    left: Sequence[WaitingTable], in_vain: set[int], settings: Settings, moment: datetime
) -> datetime | None:
    """When the next table may start. Where too few have come nothing can happen before those who come have waited for
    the others, so that a look now and then finds every table in time."""
    later = moment + wait_after_sitting_down(settings.wait or 0)
    times = [later if one.starts_at is None or one.table.pk in in_vain else min(one.starts_at, later) for one in left]
    return min(times, default=None)


def _start_if_absent(draft: UnitOfWork, waiting: WaitingTable) -> bool:
    """Start one table, unless everybody has come meanwhile, or somebody who had come is not there any more."""
    assert waiting.starts_at is not None
    found = attendance_at(waiting.table, lock_head(str(waiting.table.game_id)))
    if found.may_start:
        start_table_without(draft, waiting.table, found, {"waited_until": write_time(waiting.starts_at)})
    return found.may_start


def start_table_without(
    draft: UnitOfWork, table: Table, found: TableAttendance, why: Json, actor: str = SYSTEM
) -> None:
    """Start a table, whose game is locked, without those who have not come, and tell everybody there."""
    link = draft.add(event_kinds.TABLE_STARTED, {**_start_as_json(table, found.absent), **why}, actor)
    anchor = {"id": draft.tournament.pk, "round": table.round.number, "table": table.number}
    name = f"{draft.tournament.pk}-{link.seq}-{table.number}"
    made = restart_without_absent(str(table.game_id), name, {**anchor, "seq": link.seq, "hash": link.hash})
    Table.objects.filter(pk=table.pk).update(game=made.game)
    notify_of_started_table(table.round, made.game, found.absent, found.here, is_decided=actor != SYSTEM)


def _start_as_json(table: Table, absent: Sequence[str]) -> Json:
    return {
        "round": table.round.number,
        "table": table.number,
        "absent": list(absent),
        "cause": NO_SHOW,
        "called_off": table.game_id,
    }
