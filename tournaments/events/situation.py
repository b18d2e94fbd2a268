"""The situation of a stored tournament, from its rows, and when the sweep sees to it next: a column that follows
from the situation, set with every change of the rows.
"""

from games.play.deals import ENDED_STATUSES
from tournaments.events.formats.format import find_format
from tournaments.events.models import Round, Table, Tournament
from tournaments.events.settings import stored_settings
from tournaments.events.state_machine import RoundSituation, Situation, next_due
from tournaments.events.statuses import CLOSING, OPEN


def has_shared_deal(tournament: Tournament) -> bool:
    """Whether everybody gets the same dice, so that nothing is told of a round before it closes."""
    return find_format(tournament.format).is_shared_deal


def latest_round(tournament: Tournament) -> Round | None:
    """The round that was paired last."""
    return Round.objects.filter(tournament=tournament, number=tournament.round).first()


def situation_of(tournament: Tournament) -> Situation:
    """All that the next step of a tournament follows from."""
    latest = latest_round(tournament) if tournament.round else None
    return Situation(
        status=tournament.status,
        settings=stored_settings(tournament.settings),
        round_count=tournament.round_count,
        is_paused=tournament.paused_at is not None,
        is_shared_deal=has_shared_deal(tournament),
        round=None if latest is None else _round_situation(tournament, latest),
    )


def _round_situation(tournament: Tournament, latest: Round) -> RoundSituation:
    return RoundSituation(
        number=latest.number,
        status=latest.status,
        opens_at=latest.opens_at,
        closes_at=latest.closes_at,
        remind_at=latest.remind_at,
        looks_at=latest.looks_at,
        is_settled=_is_settled(tournament, latest),
        is_reopened=latest.closed_at is not None,
    )


def _is_settled(tournament: Tournament, latest: Round) -> bool:
    """Whether nobody is waited for; on a shared deal the log does not know before the end, but the games do."""
    tables = Table.objects.filter(round=latest)
    if latest.status == OPEN and has_shared_deal(tournament):
        return not tables.filter(game__isnull=False).exclude(game__status__in=ENDED_STATUSES).exists()
    return latest.status in (OPEN, CLOSING) and not tables.filter(is_done=False).exists()


def set_due(tournament: Tournament) -> None:
    """Say in the row of a tournament when there is something to do; whoever holds it saves it."""
    tournament.due_at = next_due(situation_of(tournament))
