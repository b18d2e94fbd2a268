"""Grace after an outage: a round whose end fell into it stays open for as long again, at most an hour; and tables that
would have started without somebody meanwhile wait for as long again.

And what happens when the machine's clock is set: a round that is open has as much time left as before, and so have its
tables that wait. What is still to open was agreed on by the calendar, and stays where it is.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from games.clock.site_time import write_time
from games.log.sql import lock_table
from tournaments.events import event_kinds
from tournaments.events.history import settings_of
from tournaments.events.log.event_store import UnitOfWork, lock_tournament, store
from tournaments.events.models import Round, Tournament
from tournaments.events.statuses import OPEN, OPENING, PAIRED, PUBLISHED, RUNNING
from tournaments.events.timetable import has_date, wait_after_sitting_down

LONGEST: Final = timedelta(hours=1)
OUTAGE: Final = "outage"
CLOCK: Final = "clock"
"""Why a round ends at another time."""


def give_grace(last: datetime, moment: datetime) -> None:
    """Extend the rounds that would have closed while nobody saw to the clocks; in the caller's transaction, which
    measures the outage, so that nothing is extended twice."""
    until = moment + min(moment - last, LONGEST)
    ended, waited = _cut_short(last, moment), _would_have_started(last, moment)
    # By the ids of the tournaments, as everybody locks several.
    for tournament_id in sorted({*ended, *waited}):
        draft = UnitOfWork(lock_tournament(tournament_id))
        if tournament_id in ended:
            _end_at(draft, ended[tournament_id], until, OUTAGE)
        if tournament_id in waited:
            _wait_until(draft, waited[tournament_id], until, OUTAGE)
        store(draft)


def move_rounds(by: timedelta, moment: datetime) -> None:
    """Move what is due in open rounds by as much as the clock was set; in the caller's transaction, which measures it.

    In a pause nothing is due; whoever ends it reckons from when it began.
    """
    # Nobody may be about to open a round by the time of before.
    lock_table(Tournament)
    found = Round.objects.filter(
        status__in=(PAIRED, PUBLISHED, OPENING, OPEN), tournament__status=RUNNING, tournament__paused_at=None
    )
    for latest in found.order_by("tournament"):
        draft = UnitOfWork(lock_tournament(latest.tournament_id))
        # A round that follows the one before it opens when that has closed, not at a time that anybody has agreed on.
        if latest.opened_at is not None or not has_date(settings_of(draft.tournament), latest.number):
            _move(draft, latest, by, moment)
            store(draft)


def _move(draft: UnitOfWork, latest: Round, by: timedelta, moment: datetime) -> None:
    _end_at(draft, latest.number, latest.closes_at + by, CLOCK)
    if latest.remind_at is not None:
        Round.objects.filter(pk=latest.pk).update(remind_at=latest.remind_at + by)
    if latest.waits_until is not None and latest.looks_at is not None:
        # When people sat down stands in their games' logs, which nobody moves; so they wait as if it had been just now.
        least = moment + wait_after_sitting_down(settings_of(draft.tournament).wait or 0)
        _wait_until(draft, latest.number, max(latest.waits_until + by, least), CLOCK)


def _end_at(draft: UnitOfWork, number: int, closes_at: datetime, cause: str) -> None:
    """Give a round another end."""
    draft.add(event_kinds.ROUND_EXTENDED, {"round": number, "closes_at": write_time(closes_at), "cause": cause})


def _wait_until(draft: UnitOfWork, number: int, until: datetime, cause: str) -> None:
    """Let the tables of a round wait until a moment."""
    draft.add(event_kinds.ROUND_WAITED, {"round": number, "waits_until": write_time(until), "cause": cause})
    Round.objects.filter(tournament=draft.tournament, number=number).update(looks_at=until)


def _cut_short(last: datetime, moment: datetime) -> dict[str, int]:
    """The open rounds that should have ended meanwhile, by their tournaments."""
    return _due(moment, status__in=(OPENING, OPEN), closes_at__gt=last, closes_at__lte=moment)


def _would_have_started(last: datetime, moment: datetime) -> dict[str, int]:
    """The same for those whose tables should have been looked at."""
    return _due(moment, status=OPEN, looks_at__gt=last, looks_at__lte=moment)


def _due(moment: datetime, **which: Any) -> dict[str, int]:
    found = Round.objects.filter(
        **which,
        tournament__status=RUNNING,
        tournament__paused_at=None,
        # By the index of what is due, which all of these are.
        tournament__due_at__lte=moment,
    )
    return dict(found.values_list("tournament", "number"))
