"""What happens next in a tournament by itself, and when; whether somebody may still enter; and how long its tables
wait for whoever has not come."""

from datetime import datetime
from typing import Final, NamedTuple

from engine.errors import Refused
from games.clock.site_time import now
from games.extension import TableWait
from tournaments.events.history import format_of, load_history, open_round, settings_of
from tournaments.events.models import Round, Table, Tournament
from tournaments.events.rounds.absences import waiting_tables
from tournaments.events.selectors.visibility import SeenTournament
from tournaments.events.settings import BY_LINK, MEMBERS
from tournaments.events.situation import situation_of
from tournaments.events.state_machine import AT_ONCE, Step, next_due, next_step
from tournaments.events.statuses import ANNOUNCED, CHECK_IN, CLOSED, OPEN, PAIRED, PUBLISHED, REGISTRATION, RUNNING
from tournaments.events.timetable import wait_after_sitting_down

REGISTRATION_OPENS: Final = "registration-opens"
CHECK_IN_OPENS: Final = "check-in-opens"
STARTS: Final = "starts"
ROUND_OPENS: Final = "round-opens"
ROUND_CLOSES: Final = "round-closes"
PREPARED: Final = "prepared"
MOMENT: Final = "moment"


class NextStep(NamedTuple):
    """What comes next."""

    what: str
    at: datetime | None
    """None if it has no time: somebody looks at something first, or the machine is at it."""
    round: int = 0


def what_is_next(seen: SeenTournament) -> NextStep | None:
    """The next thing that happens, None if nothing will: it is over, paused, or a draft."""
    tournament, settings = seen.tournament, seen.settings
    if tournament.paused_at is not None:
        return None
    if tournament.status == ANNOUNCED:
        return NextStep(REGISTRATION_OPENS, _due(tournament))
    if tournament.status == REGISTRATION and settings.check_in is not None:
        return NextStep(CHECK_IN_OPENS, _due(tournament))
    if tournament.status in (REGISTRATION, CHECK_IN):
        return NextStep(STARTS, settings.opening(1))
    return _next_in_rounds(seen) if tournament.status == RUNNING else None


def _due(tournament: Tournament) -> datetime | None:
    """When the next step is due; None for one that the machine is at."""
    due = next_due(situation_of(tournament))
    return None if due == AT_ONCE else due


def _next_in_rounds(seen: SeenTournament) -> NextStep:
    tournament = seen.tournament
    latest = Round.objects.filter(tournament=tournament, number=tournament.round).first()
    if latest is not None and latest.status == OPEN:
        return NextStep(ROUND_CLOSES, latest.closes_at, latest.number)
    if latest is not None and latest.status == PUBLISHED:
        return NextStep(ROUND_OPENS, latest.opens_at, latest.number)
    if latest is not None and latest.status == PAIRED:
        return NextStep(PREPARED, None, latest.number)
    if latest is not None and latest.status == CLOSED and tournament.round < tournament.round_count:
        return NextStep(ROUND_OPENS, _due(tournament), latest.number + 1)
    return NextStep(MOMENT, None)


def what_hinders(seen: SeenTournament) -> Refused | None:
    """Why the next round cannot be paired, as when two are kept apart who are the only ones left; None if it can."""
    tournament, situation = seen.tournament, situation_of(seen.tournament)
    # What is due and was put off has been tried in vain.
    if next_step(situation, now()) is not Step.PAIR or tournament.due_at == next_due(situation):
        return None
    try:
        format_of(tournament).pair(seen.settings, load_history(tournament, tournament.round))
    except Refused as refusal:
        return refusal
    return None


def may_enter(seen: SeenTournament) -> bool:
    """Whether it makes sense to offer somebody to enter; whether they can is asked again when they do."""
    tournament, settings = seen.tournament, seen.settings
    is_for_them = {MEMBERS: seen.role is not None, BY_LINK: seen.is_invited or seen.runs_it}.get(settings.entry, True)
    return is_for_them and (tournament.status in (REGISTRATION, CHECK_IN) or is_late_allowed(seen))


def is_late_allowed(seen: SeenTournament) -> bool:
    """Whether somebody may still come in although rounds are played."""
    tournament = seen.tournament
    last = min(seen.settings.late_until, tournament.round_count)
    return tournament.status == RUNNING and open_round(tournament) <= last


def wait_of_table(game_id: str) -> TableWait | None:
    """How long the table of a game waits; None if that is as long as its round is open, or while nothing happens."""
    table = Table.objects.filter(game=game_id).select_related("round__tournament").first()
    if table is None or table.round.tournament.paused_at is not None:
        return None
    played, settings = table.round, settings_of(table.round.tournament)
    for waiting in waiting_tables(played, settings, [table.number]):
        assert played.waits_until is not None
        assert settings.wait is not None
        return TableWait(played.waits_until, wait_after_sitting_down(settings.wait), waiting.starts_at)
    return None
