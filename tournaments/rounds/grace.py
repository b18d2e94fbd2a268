"""Grace after an outage: a round whose end fell into it stays open for as long again, at most an hour; and tables that
would have started without somebody meanwhile wait for as long again."""

from datetime import datetime, timedelta
from typing import Any, Final

from games.clocks.clock import write_time
from tournaments.log import kinds
from tournaments.log.drafts import Draft, lock_tournament, store
from tournaments.models import Round
from tournaments.models.tournaments import OPEN, OPENING, RUNNING

LONGEST: Final = timedelta(hours=1)


def give_grace(last: datetime, moment: datetime) -> None:
    """Extend the rounds that would have closed while nobody saw to the clocks; in the caller's transaction, which
    measures the outage, so that nothing is extended twice."""
    until = moment + min(moment - last, LONGEST)
    ended, waited = _cut_short(last, moment), _would_have_started(last, moment)
    # By the ids of the tournaments, as everybody locks several.
    for tournament_id in sorted({*ended, *waited}):
        draft = Draft(lock_tournament(tournament_id))
        if tournament_id in ended:
            said = {"round": ended[tournament_id], "closes_at": write_time(until), "cause": "outage"}
            draft.add(kinds.ROUND_EXTENDED, said)
        if tournament_id in waited:
            _wait_longer(draft, waited[tournament_id], until)
        store(draft)


def _wait_longer(draft: Draft, number: int, until: datetime) -> None:
    """Let the tables of a round wait until a moment."""
    draft.add(kinds.ROUND_WAITED, {"round": number, "waits_until": write_time(until), "cause": "outage"})
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
