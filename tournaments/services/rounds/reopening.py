"""Opening a round again that is closed."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from games.accounts.callers import Caller
from games.log.models import Game
from games.log.sql import write_transaction
from games.play.models import UncountedResult, queue_results
from games.statuses import ADJUDICATED
from games.statuses import FINISHED as PLAYED
from tournaments.log import kinds
from tournaments.log.commands import Receipt
from tournaments.log.drafts import Draft
from tournaments.log.texts import keep_text, require_reason
from tournaments.models import Place, Round, Table
from tournaments.models.tournaments import CLOSED, FINISHED, PAIRED, PUBLISHED, RUNNING
from tournaments.refusals import wrong_moment
from tournaments.rounds.dates import Dates
from tournaments.rounds.dealing import deal_next
from tournaments.rounds.opening import gone_from, open_round
from tournaments.rounds.openings import opening_of
from tournaments.rounds.refusals import own_table
from tournaments.rounds.situations import has_shared_deal
from tournaments.services.organising import require_status
from tournaments.services.rounds.organising import command, organise, require_seen
from tournaments.services.rounds.timing import refuse_paused, require_near, written
from tournaments.services.seasons import settle_season


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
    until = written(closes_at)

    def decide(draft: Draft, actor: str) -> None:
        require_status(draft.tournament, RUNNING, FINISHED)
        refuse_paused(draft.tournament)
        require_seen(draft, seen_round)
        require_near(draft, closes_at)
        last, is_anew = _last_closed(draft), has_shared_deal(draft.tournament)
        own = Place.objects.filter(round=last, entrant__account=by.account, table__isnull=False)
        if is_anew and by.account is not None and own.exists():
            raise own_table()
        why = keep_text(tournament_id, by, reason)
        again = [] if is_anew else _not_played(last, own)
        said = {
            "round": last.number,
            "closes_at": until,
            "is_anew": is_anew,
            "again": [table.number for table in again],
            "absent": _still_gone(last, again),
            "reason": why,
        }
        draft.add(kinds.ROUND_REOPENED, said, actor)
        if is_anew:
            _have_recounted(draft, last)
            deal_next(draft, last.number)
            open_round(draft, actor, Dates(draft.now, closes_at))

    with write_transaction():
        asked = command(command_id, by, "reopen_last_round", closes_at=until, reason=reason)
        receipt = organise(tournament_id, asked, decide)
        settle_season(tournament_id)
    return receipt


def _have_recounted(draft: Draft, last: Round) -> None:
    """Leave word of what was played with dice that are not those of the round any more: it counts nowhere."""
    played = Game.objects.filter(deal=last.deal_id, status__in=(PLAYED, ADJUDICATED))
    queue_results(UncountedResult, played.values_list("pk", flat=True), draft.now)


def _last_closed(draft: Draft) -> Round:
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
