"""Who is to be reminded before a round is over."""

from games.play.deals import ENDED_STATUSES
from tournaments.log.drafts import Draft
from tournaments.models import Place, Round
from tournaments.notices.reminding import remind
from tournaments.rounds.situations import latest_round


def remind_late(draft: Draft) -> None:
    """Have those reminded who have not finished; nothing of that stands in the log."""
    latest = latest_round(draft.tournament)
    assert latest is not None
    remind(latest, unfinished_entrants(latest))
    Round.objects.filter(pk=latest.pk).update(remind_at=None)


def unfinished_entrants(played: Round) -> list[str]:
    """Those at tables that are not done, and whose game is not over; bots need no reminder."""
    waiting = Place.objects.filter(round=played, table__is_done=False, entrant__bot="")
    not_over = waiting.exclude(table__game__status__in=ENDED_STATUSES).order_by("entrant__number")
    return list(not_over.values_list("entrant", flat=True))
