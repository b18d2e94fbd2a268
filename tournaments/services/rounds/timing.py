"""When rounds are played: earlier, longer, or not for a while."""

from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Final

from engine.errors import Malformed
from engine.protocol import Json
from games.accounts.callers import Caller
from games.clock.site_time import write_time
from tournaments.log import kinds
from tournaments.log.commands import Receipt
from tournaments.log.drafts import Draft
from tournaments.log.texts import keep_text
from tournaments.models import Entrant, Round, Tournament
from tournaments.models.tournaments import (
    ANNOUNCED,
    CHECK_IN,
    CLOSED,
    OPEN,
    OPENING,
    PAIRED,
    PUBLISHED,
    REGISTRATION,
    RUNNING,
)
from tournaments.refusals import wrong_moment
from tournaments.rounds.beginning import FEWEST, away
from tournaments.rounds.dates import Dates, brought_forward, dates_at, moved_to, reminding_at, shifted
from tournaments.rounds.drawing import draw, publish
from tournaments.rounds.opening import open_round
from tournaments.rounds.patience import patience
from tournaments.rounds.refusals import not_paused, paused, too_few, too_few_there, too_short
from tournaments.rounds.situations import has_shared_deal, latest_round
from tournaments.selectors.tournaments import load_history, settings_of
from tournaments.services.organising import require_status
from tournaments.services.rounds.organising import command, organise, require_round, require_seen

LONGEST: Final = timedelta(days=366)
"""How far off the end of a round can be."""


def start_early(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Let the tournament begin now, or its next round open."""

    def decide(draft: Draft, actor: str) -> None:
        refuse_paused(draft.tournament)
        require_status(draft.tournament, ANNOUNCED, REGISTRATION, CHECK_IN, RUNNING)
        if draft.tournament.status == RUNNING:
            _open_now(draft, actor)
        else:
            _begin_now(draft, actor)

    return organise(tournament_id, command(command_id, by, "start_early"), decide)


def _begin_now(draft: Draft, actor: str) -> None:
    """Move the first round to now; nobody is asked to check in if the check-in has not begun."""
    tournament = draft.tournament
    entered = Entrant.objects.filter(tournament=tournament, left_round=None).count()
    if entered < FEWEST:
        raise too_few()
    if entered - away(tournament).count() < FEWEST:
        raise too_few_there()
    settings = replace(moved_to(settings_of(tournament), draft.now), registration_opens_at=None)
    if tournament.status != CHECK_IN:
        settings = replace(settings, check_in=None)
    draft.add(kinds.CHANGED, {"settings": settings.as_json(), "is_public": tournament.is_public}, actor)


def _open_now(draft: Draft, actor: str) -> None:
    tournament, settings = draft.tournament, settings_of(draft.tournament)
    latest = latest_round(tournament)
    if latest is None or latest.status == CLOSED:
        latest = _pair_now(draft, actor)
    if latest.status != PUBLISHED:
        raise wrong_moment()
    dates = Dates(latest.opens_at, latest.closes_at)
    open_round(draft, actor, brought_forward(settings, dates, latest.number, draft.now))


def _pair_now(draft: Draft, actor: str) -> Round:
    """Pair the round that is paired only when it opens, because everybody gets the same dice."""
    tournament, number = draft.tournament, draft.tournament.round + 1
    if not has_shared_deal(tournament) or number > tournament.round_count:
        raise wrong_moment()
    history = load_history(tournament, tournament.round)
    draw(draft, number, history, dates_at(settings_of(tournament), number, draft.now), actor)
    publish(draft, number, actor)
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
    until = written(closes_at)

    def decide(draft: Draft, actor: str) -> None:
        require_status(draft.tournament, RUNNING)
        refuse_paused(draft.tournament)
        require_seen(draft, seen_round)
        latest = require_round(draft, PAIRED, PUBLISHED, OPENING, OPEN)
        is_reopened = latest.closed_at is not None
        if closes_at <= (draft.now if is_reopened else max(latest.closes_at, draft.now)):
            raise too_short()
        require_near(draft, closes_at)
        said: Json = {"round": latest.number, "closes_at": until}
        if reason:
            said["reason"] = keep_text(tournament_id, by, reason)
        draft.add(kinds.ROUND_EXTENDED, said, actor)
        if latest.status == OPEN:
            remind_at = reminding_at(settings_of(draft.tournament), closes_at, draft.now)
            Round.objects.filter(pk=latest.pk).update(remind_at=remind_at)

    return organise(tournament_id, command(command_id, by, "extend_round", closes_at=until, reason=reason), decide)


def pause(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Stop the calendar: nothing opens or closes by itself; games that are being played go on."""

    def decide(draft: Draft, actor: str) -> None:
        require_status(draft.tournament, ANNOUNCED, REGISTRATION, CHECK_IN, RUNNING)
        refuse_paused(draft.tournament)
        draft.add(kinds.PAUSED, {}, actor)

    return organise(tournament_id, command(command_id, by, "pause"), decide)


def resume(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Go on: everything that was still to come is later by the pause."""

    def decide(draft: Draft, actor: str) -> None:
        tournament = draft.tournament
        if tournament.paused_at is None:
            raise not_paused()
        # Less than nothing if the machine's clock was set back meanwhile: what is open moves along, the calendar stays.
        by_time = timedelta(seconds=ceil((draft.now - tournament.paused_at).total_seconds()))
        later = max(by_time, timedelta(0))
        settings = shifted(settings_of(tournament), tournament.paused_at, tournament.round, later)
        said: Json = {"shift": int(later.total_seconds()), "settings": settings.as_json()}
        latest = latest_round(tournament)
        if latest is not None and latest.status != CLOSED:
            waits_until = _waits_afterwards(latest, draft, by_time)
            said |= {"round": latest.number, **_later(latest, by_time, waits_until)}
            _plan_later(latest, by_time, waits_until)
        draft.add(kinds.RESUMED, said, actor)

    return organise(tournament_id, command(command_id, by, "resume"), decide)


def _waits_afterwards(latest: Round, draft: Draft, by: timedelta) -> datetime | None:
    """Until when the tables of a round wait after a pause: as much later as it was long; where that time was over and
    somebody is still waited for, as long as if they had sat down just now. None if nobody waits for anybody."""
    wait, paused_at = settings_of(draft.tournament).wait, draft.tournament.paused_at
    if latest.waits_until is None or latest.looks_at is None or wait is None or paused_at is None:
        return None
    return latest.waits_until + by if latest.waits_until > paused_at else draft.now + patience(wait)


def _plan_later(latest: Round, by: timedelta, waits_until: datetime | None) -> None:
    """Put off what is due in a round and stands in no log."""
    remind_at = None if latest.remind_at is None else latest.remind_at + by
    Round.objects.filter(pk=latest.pk).update(remind_at=remind_at, looks_at=waits_until)


def _later(latest: Round, by: timedelta, waits_until: datetime | None) -> Json:
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
        raise paused()


def written(moment: Any) -> str:
    """A time that somebody has named, as the log writes it; refused unless it is one."""
    refusal = Malformed("round/time", "The end of a round is a time with its zone.")
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        raise refusal
    try:
        return write_time(moment)
    except OverflowError:
        raise refusal from None


def require_near(draft: Draft, closes_at: datetime) -> None:
    """Refuse a round that is to end in the past, or never."""
    if not draft.now < closes_at <= draft.now + LONGEST:
        raise Malformed("round/end", "A round ends within a year from now.")
