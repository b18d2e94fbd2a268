"""Starting tables of three or four without whoever has not come: the game that waits is called off, and one for the
others follows it, in which they keep their seats and play at once. The sweep starts those that have waited long enough,
so many in each step; an organiser starts one (`tournaments.services`), in the same way."""

from collections.abc import Sequence
from datetime import datetime

from engine.protocol import Json
from games.clock.models import Heartbeat
from games.clock.site_time import write_time
from games.log.entries import SYSTEM
from games.log.unit_of_work import lock_head
from games.play.restart_without_absent import restart_without_absent
from tournaments.log import kinds
from tournaments.log.drafts import Draft
from tournaments.models import Round, Table
from tournaments.notices.reminding import tell_started_without
from tournaments.rounds.attendance import Attendance, attendance_at
from tournaments.rounds.missing import Waiting, waiting_tables
from tournaments.rounds.opening import BATCH
from tournaments.rounds.outcomes import NO_SHOW
from tournaments.rounds.patience import patience
from tournaments.rounds.situations import latest_round
from tournaments.selectors.tournaments import settings_of
from tournaments.settings import Settings


def start_without(draft: Draft) -> None:
    """Start the next tables that have waited long enough, and say when to look at the others."""
    latest, settings, moment = latest_round(draft.tournament), settings_of(draft.tournament), _moment(draft)
    assert latest is not None
    waiting = waiting_tables(latest, settings)
    due = [one for one in waiting if one.starts_at is not None and one.starts_at <= moment]
    started = {one.table.pk for one in due[:BATCH] if _start(draft, one)}
    in_vain = {one.table.pk for one in due[:BATCH]} - started
    left = [one for one in waiting if one.table.pk not in started]
    looks_at = _next_look(left, in_vain, settings, moment)
    Round.objects.filter(pk=latest.pk).update(looks_at=looks_at)


def _moment(draft: Draft) -> datetime:
    """The moment up to which the clocks were seen to: what came due since may have come due in an outage."""
    last = Heartbeat.objects.values_list("at", flat=True).first()
    return draft.now if last is None else min(last, draft.now)


def _next_look(left: Sequence[Waiting], in_vain: set[int], settings: Settings, moment: datetime) -> datetime | None:
    """When the next table may start. Where too few have come nothing can happen before those who come have waited for
    the others, so that a look now and then finds every table in time."""
    later = moment + patience(settings.wait or 0)
    times = [later if one.starts_at is None or one.table.pk in in_vain else min(one.starts_at, later) for one in left]
    return min(times, default=None)


def _start(draft: Draft, waiting: Waiting) -> bool:
    """Start one table, unless everybody has come meanwhile, or somebody who had come is not there any more."""
    assert waiting.starts_at is not None
    found = attendance_at(waiting.table, lock_head(str(waiting.table.game_id)))
    if found.may_start:
        start_table(draft, waiting.table, found, {"waited_until": write_time(waiting.starts_at)})
    return found.may_start


def start_table(draft: Draft, table: Table, found: Attendance, why: Json, actor: str = SYSTEM) -> None:
    """Start a table, whose game is locked, without those who have not come, and tell everybody there."""
    link = draft.add(kinds.TABLE_STARTED, {**_said(table, found.absent), **why}, actor)
    anchor = {"id": draft.tournament.pk, "round": table.round.number, "table": table.number}
    name = f"{draft.tournament.pk}-{link.seq}-{table.number}"
    made = restart_without_absent(str(table.game_id), name, {**anchor, "seq": link.seq, "hash": link.hash})
    Table.objects.filter(pk=table.pk).update(game=made.game)
    tell_started_without(table.round, made.game, found.absent, found.here, is_decided=actor != SYSTEM)


def _said(table: Table, absent: Sequence[str]) -> Json:
    return {
        "round": table.round.number,
        "table": table.number,
        "absent": list(absent),
        "cause": NO_SHOW,
        "called_off": table.game_id,
    }
