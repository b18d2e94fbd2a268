"""Grace after an outage: a round whose end fell into it stays open for as long again, at most an hour."""

from datetime import datetime, timedelta
from typing import Final

from games.clocks.clock import write_time
from tournaments.log import kinds
from tournaments.log.drafts import Draft, lock_tournament, store
from tournaments.models import Round
from tournaments.models.tournaments import OPEN, OPENING, RUNNING

LONGEST: Final = timedelta(hours=1)


def give_grace(last: datetime, moment: datetime) -> None:
    """Extend the rounds that would have closed while nobody saw to the clocks; in the caller's transaction, which
    measures the outage, so that nothing is extended twice."""
    closes_at = write_time(moment + min(moment - last, LONGEST))
    for tournament_id, number in _cut_short(last, moment):
        draft = Draft(lock_tournament(tournament_id))
        draft.add(kinds.ROUND_EXTENDED, {"round": number, "closes_at": closes_at, "cause": "outage"})
        store(draft)


def _cut_short(last: datetime, moment: datetime) -> list[tuple[str, int]]:
    """The open rounds that should have ended meanwhile, by the ids of their tournaments, as everybody locks several."""
    ended = Round.objects.filter(
        status__in=(OPENING, OPEN),
        closes_at__gt=last,
        closes_at__lte=moment,
        tournament__status=RUNNING,
        tournament__paused_at=None,
        # By the index of what is due, which all of these are.
        tournament__due_at__lte=moment,
    )
    return list(ended.order_by("tournament").values_list("tournament", "number"))
