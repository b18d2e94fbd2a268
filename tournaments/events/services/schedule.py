"""When rounds are played, as organisers change it: earlier, longer, not for a while, once more after they were
closed, or never, because the tournament is called off.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from engine.errors import Malformed
from engine.protocol import Json
from games.accounts.callers import Caller
from games.clock.site_time import write_time
from games.log.models import Game
from games.log.sql import write_transaction
from games.play.models import UncountedResult, queue_results
from games.statuses import ADJUDICATED
from games.statuses import FINISHED as PLAYED
from games.statuses import RUNNING as PLAYING
from tournaments.events import event_kinds
from tournaments.events.history import load_history, settings_of
from tournaments.events.log.commands import Receipt
from tournaments.events.log.event_store import UnitOfWork
from tournaments.events.log.privacy import require_reason, store_text
from tournaments.events.models import Entrant, Place, Round, Table, Tournament
from tournaments.events.refusals import (
    not_paused,
    own_game,
    own_table,
    round_too_short,
    too_few_checked_in,
    too_few_entered,
    tournament_paused,
    wrong_moment,
)
from tournaments.events.requirements import require_status
from tournaments.events.round_notices import notify_of_cancellation
from tournaments.events.rounds.absences import opening_of
from tournaments.events.rounds.lifecycle import FEWEST_ENTRANTS, not_checked_in
from tournaments.events.rounds.open_round import begin_opening, deal_next_round, gone_from
from tournaments.events.rounds.pairing import draw_round, publish_pairings
from tournaments.events.services.organiser import new_command, organise, require_round, require_seen
from tournaments.events.situation import has_shared_deal, latest_round
from tournaments.events.statuses import (
    ANNOUNCED,
    CHECK_IN,
    CLOSED,
    FINISHED,
    OPEN,
    OPENING,
    PAIRED,
    PUBLISHED,
    REGISTRATION,
    RUNNING,
)
from tournaments.events.timetable import (
    RoundDates,
    dates_if_opened_early,
    dates_if_paired_at,
    reminder_time,
    settings_after_pause,
    settings_starting_at,
    wait_after_sitting_down,
)
from tournaments.extension import on_tournament_end

FARTHEST_END: Final = timedelta(days=366)
"""How far off the end of a round can be."""


def start_early(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Let the tournament begin now, or its next round open."""

    def decide(draft: UnitOfWork, actor: str) -> None:
        refuse_paused(draft.tournament)
        require_status(draft.tournament, ANNOUNCED, REGISTRATION, CHECK_IN, RUNNING)
        if draft.tournament.status == RUNNING:
            _open_now(draft, actor)
        else:
            _begin_now(draft, actor)

    return organise(tournament_id, new_command(command_id, by, "start_early"), decide)


def _begin_now(draft: UnitOfWork, actor: str) -> None:
    """Move the first round to now; nobody is asked to check in if the check-in has not begun."""
    tournament = draft.tournament
    entered = Entrant.objects.filter(tournament=tournament, left_round=None).count()
    if entered < FEWEST_ENTRANTS:
        raise too_few_entered()
    if entered - not_checked_in(tournament).count() < FEWEST_ENTRANTS:
        raise too_few_checked_in()
    settings = replace(settings_starting_at(settings_of(tournament), draft.now), registration_opens_at=None)
    if tournament.status != CHECK_IN:
        settings = replace(settings, check_in=None)
    draft.add(event_kinds.CHANGED, {"settings": settings.as_json(), "is_public": tournament.is_public}, actor)


def _open_now(draft: UnitOfWork, actor: str) -> None:
    tournament, settings = draft.tournament, settings_of(draft.tournament)
    latest = latest_round(tournament)
    if latest is None or latest.status == CLOSED:
        latest = _pair_now(draft, actor)
    if latest.status != PUBLISHED:
        raise wrong_moment()
    dates = RoundDates(latest.opens_at, latest.closes_at)
    begin_opening(draft, actor, dates_if_opened_early(settings, dates, latest.number, draft.now))


def _pair_now(draft: UnitOfWork, actor: str) -> Round:
    """Pair the round that is paired only when it opens, because everybody gets the same dice."""
    tournament, number = draft.tournament, draft.tournament.round + 1
    if not has_shared_deal(tournament) or number > tournament.round_count:
        raise wrong_moment()
    history = load_history(tournament, tournament.round)
    draw_round(draft, number, history, dates_if_paired_at(settings_of(tournament), number, draft.now), actor)
    publish_pairings(draft, number, actor)
    return require_round(draft, PUBLISHED)


def extend_round(
    tournament_id: str,
    by: Caller,
    command_id: str,
    closes_at: datetime,
    reason: str = "",
    seen_round: int | None = None,
) -> Receipt:
    """Let a round close later; one that was reopened may also close sooner than was said. It is the latest one, which
    must be that which somebody has seen, if that is said."""
    until = write_named_time(closes_at)

    def decide(draft: UnitOfWork, actor: str) -> None:
        require_status(draft.tournament, RUNNING)
        refuse_paused(draft.tournament)
        require_seen(draft, seen_round)
        latest = require_round(draft, PAIRED, PUBLISHED, OPENING, OPEN)
        is_reopened = latest.closed_at is not None
        if closes_at <= (draft.now if is_reopened else max(latest.closes_at, draft.now)):
            raise round_too_short()
        require_end_within_a_year(draft, closes_at)
        said: Json = {"round": latest.number, "closes_at": until}
        if reason:
            said["reason"] = store_text(tournament_id, by, reason)
        draft.add(event_kinds.ROUND_EXTENDED, said, actor)
        if latest.status == OPEN:
            remind_at = reminder_time(settings_of(draft.tournament), closes_at, draft.now)
            Round.objects.filter(pk=latest.pk).update(remind_at=remind_at)

    return organise(tournament_id, new_command(command_id, by, "extend_round", closes_at=until, reason=reason), decide)


def pause(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Stop the calendar: nothing opens or closes by itself; games that are being played go on."""

    def decide(draft: UnitOfWork, actor: str) -> None:
        require_status(draft.tournament, ANNOUNCED, REGISTRATION, CHECK_IN, RUNNING)
        refuse_paused(draft.tournament)
        draft.add(event_kinds.PAUSED, {}, actor)

    return organise(tournament_id, new_command(command_id, by, "pause"), decide)


def resume(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Go on: everything that was still to come is later by the pause."""

    def decide(draft: UnitOfWork, actor: str) -> None:
        tournament = draft.tournament
        if tournament.paused_at is None:
            raise not_paused()
        # Less than nothing if the machine's clock was set back meanwhile: what is open moves along, the calendar stays.
        by_time = timedelta(seconds=ceil((draft.now - tournament.paused_at).total_seconds()))
        later = max(by_time, timedelta(0))
        settings = settings_after_pause(settings_of(tournament), tournament.paused_at, tournament.round, later)
        said: Json = {"shift": int(later.total_seconds()), "settings": settings.as_json()}
        latest = latest_round(tournament)
        if latest is not None and latest.status != CLOSED:
            waits_until = _waits_afterwards(latest, draft, by_time)
            said |= {"round": latest.number, **_dates_after_pause(latest, by_time, waits_until)}
            _put_off_looks(latest, by_time, waits_until)
        draft.add(event_kinds.RESUMED, said, actor)

    return organise(tournament_id, new_command(command_id, by, "resume"), decide)


def _waits_afterwards(latest: Round, draft: UnitOfWork, by: timedelta) -> datetime | None:
    """Until when the tables of a round wait after a pause: as much later as it was long; where that time was over and
    somebody is still waited for, as long as if they had sat down just now. None if nobody waits for anybody."""
    wait, paused_at = settings_of(draft.tournament).wait, draft.tournament.paused_at
    if latest.waits_until is None or latest.looks_at is None or wait is None or paused_at is None:
        return None
    return latest.waits_until + by if latest.waits_until > paused_at else draft.now + wait_after_sitting_down(wait)


def _put_off_looks(latest: Round, by: timedelta, waits_until: datetime | None) -> None:
    """Put off what is due in a round and stands in no log."""
    remind_at = None if latest.remind_at is None else latest.remind_at + by
    Round.objects.filter(pk=latest.pk).update(remind_at=remind_at, looks_at=waits_until)


def _dates_after_pause(latest: Round, by: timedelta, waits_until: datetime | None) -> Json:
    """The dates of a round after a pause."""
    said = {"closes_at": write_time(latest.closes_at + by)}
    if latest.opened_at is None:
        said["opens_at"] = write_time(latest.opens_at + by)
    if waits_until is not None:
        said["waits_until"] = write_time(waits_until)
    return said


def refuse_paused(tournament: Tournament) -> None:
    """Refuse what would be undone by going on."""
    if tournament.paused_at is not None:
        raise tournament_paused()


def write_named_time(moment: Any) -> str:
    """A time that somebody has named, as the log writes it; refused unless it is one."""
    refusal = Malformed("round/time", "The end of a round is a time with its zone.")
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        raise refusal
    try:
        return write_time(moment)
    except OverflowError:
        raise refusal from None


def require_end_within_a_year(draft: UnitOfWork, closes_at: datetime) -> None:
    """Refuse a round that is to end in the past, or never."""
    if not draft.now < closes_at <= draft.now + FARTHEST_END:
        raise Malformed("round/end", "A round ends within a year from now.")


def reopen_last_round(
    tournament_id: str,
    by: Caller,
    command_id: str,
    closes_at: datetime,
    reason: str,
    seen_round: int | None = None,
) -> Receipt:
    """Open the last round again until some time; what was paired after it is dropped.

    What was played stays until something else is entered; where nothing was, it can be played now, but not at the own
    table of whoever opens the round. Where everybody got the same dice, which everybody has seen by now, everything is
    played anew with others, and what was played before counts nowhere, not for ratings either: only somebody who has
    not played can say so. The latest round must be that which somebody has seen, if that is said.
    """
    require_reason(reason)
    until = write_named_time(closes_at)

    def decide(draft: UnitOfWork, actor: str) -> None:
        require_status(draft.tournament, RUNNING, FINISHED)
        refuse_paused(draft.tournament)
        require_seen(draft, seen_round)
        require_end_within_a_year(draft, closes_at)
        last, is_anew = _last_closed(draft), has_shared_deal(draft.tournament)
        own = Place.objects.filter(round=last, entrant__account=by.account, table__isnull=False)
        if is_anew and by.account is not None and own.exists():
            raise own_table()
        why = store_text(tournament_id, by, reason)
        again = [] if is_anew else _not_played(last, own)
        said = {
            "round": last.number,
            "closes_at": until,
            "is_anew": is_anew,
            "again": [table.number for table in again],
            "absent": _still_gone(last, again),
            "reason": why,
        }
        draft.add(event_kinds.ROUND_REOPENED, said, actor)
        if is_anew:
            _have_recounted(draft, last)
            deal_next_round(draft, last.number)
            begin_opening(draft, actor, RoundDates(draft.now, closes_at))

    with write_transaction():
        asked = new_command(command_id, by, "reopen_last_round", closes_at=until, reason=reason)
        receipt = organise(tournament_id, asked, decide)
        on_tournament_end.call_all(tournament_id)
    return receipt


def _have_recounted(draft: UnitOfWork, last: Round) -> None:
    """Leave word of what was played with dice that are not those of the round any more: it counts nowhere."""
    played = Game.objects.filter(deal=last.deal_id, status__in=(PLAYED, ADJUDICATED))
    queue_results(UncountedResult, played.values_list("pk", flat=True), draft.now)


def _last_closed(draft: UnitOfWork) -> Round:
    """The round to open again: the latest one, or the one before it if nobody can play the latest yet."""
    rounds = {found.number: found for found in Round.objects.filter(tournament=draft.tournament)}
    number = draft.tournament.round
    latest = rounds.get(number)
    if latest is not None and latest.status in (PAIRED, PUBLISHED):
        latest = rounds.get(number - 1)
    if latest is None or latest.status != CLOSED:
        raise wrong_moment()
    return latest


def _not_played(last: Round, own: QuerySet[Place]) -> list[Table]:
    """The tables to which nobody came, or not enough, and about which no organiser has decided; without one's own."""
    played = Place.objects.filter(table=OuterRef("pk"), score__isnull=False)
    tables = Table.objects.filter(~Exists(played), round=last).exclude(pk__in=own.values("table"))
    tables = tables.select_related("round").order_by("number")
    return [table for table in tables if not table.is_overridden]


def _still_gone(last: Round, again: Sequence[Table]) -> list[str]:
    """Those at tables that begin anew who are not there any more, or were not when the round opened."""
    before = opening_of(last.tournament_id, last.number).absent if again else frozenset()
    gone = before.union(gone_from(last))
    seated = Place.objects.filter(table__in=again, entrant__in=gone).order_by("entrant__number")
    return list(seated.values_list("entrant", flat=True))


def cancel(tournament_id: str, by: Caller, command_id: str, reason: str) -> Receipt:
    """Call a tournament off for good; its games count for nothing in it, and those that go on are called off.

    Not by somebody whose own rated game goes on: it would cost them nothing to leave it by this door.
    """
    require_reason(reason)

    def decide(draft: UnitOfWork, actor: str) -> None:
        require_status(draft.tournament, ANNOUNCED, REGISTRATION, CHECK_IN, RUNNING)
        _refuse_escape(draft.tournament, by)
        draft.add(event_kinds.CANCELLED, {"reason": store_text(tournament_id, by, reason)}, actor)
        notify_of_cancellation(draft.tournament)

    with write_transaction():
        receipt = organise(tournament_id, new_command(command_id, by, "cancel", reason=reason), decide)
        on_tournament_end.call_all(tournament_id)
    return receipt


def _refuse_escape(tournament: Tournament, by: Caller) -> None:
    """Refuse whoever would undo a rated game of their own whose dice they have seen. On a shared deal a run counts only
    with those of others, when the round is closed."""
    if by.account is None or not settings_of(tournament).is_rated:
        return
    undone = Q(table__game__status=PLAYING)
    if has_shared_deal(tournament):
        undone |= Q(table__game__status__in=(PLAYED, ADJUDICATED)) & ~Q(round__status=CLOSED)
    if Place.objects.filter(undone, round__tournament=tournament, entrant__account=by.account).exists():
        raise own_game()
