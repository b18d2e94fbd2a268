"""What a tournament waits for: the next thing that happens by itself, and when."""

from datetime import datetime
from typing import Final, NamedTuple

from engine.errors import Refused
from games.clock.site_time import now
from tournaments.models import Round, Tournament
from tournaments.models.tournaments import ANNOUNCED, CHECK_IN, CLOSED, OPEN, PAIRED, PUBLISHED, REGISTRATION, RUNNING
from tournaments.rounds.situations import situation_of
from tournaments.rounds.stepping import AT_ONCE, Step, next_due, next_step
from tournaments.selectors.tournaments import SeenTournament, format_of, load_history, open_round
from tournaments.settings import BY_LINK, MEMBERS

REGISTRATION_OPENS: Final = "registration-opens"
CHECK_IN_OPENS: Final = "check-in-opens"
STARTS: Final = "starts"
ROUND_OPENS: Final = "round-opens"
ROUND_CLOSES: Final = "round-closes"
PREPARED: Final = "prepared"
MOMENT: Final = "moment"


class Next(NamedTuple):
    """What comes next."""

    what: str
    at: datetime | None
    """None if it has no time: somebody looks at something first, or the machine is at it."""
    round: int = 0


def what_is_next(seen: SeenTournament) -> Next | None:
    """The next thing that happens, None if nothing will: it is over, paused, or a draft."""
    tournament, settings = seen.tournament, seen.settings
    if tournament.paused_at is not None:
        return None
    if tournament.status == ANNOUNCED:
        return Next(REGISTRATION_OPENS, _due(tournament))
    if tournament.status == REGISTRATION and settings.check_in is not None:
        return Next(CHECK_IN_OPENS, _due(tournament))
    if tournament.status in (REGISTRATION, CHECK_IN):
        return Next(STARTS, settings.opening(1))
    return _in_rounds(seen) if tournament.status == RUNNING else None


def _due(tournament: Tournament) -> datetime | None:
    """When the next step is due; None for one that the machine is at."""
    due = next_due(situation_of(tournament))
    return None if due == AT_ONCE else due


def _in_rounds(seen: SeenTournament) -> Next:
    tournament = seen.tournament
    latest = Round.objects.filter(tournament=tournament, number=tournament.round).first()
    if latest is not None and latest.status == OPEN:
        return Next(ROUND_CLOSES, latest.closes_at, latest.number)
    if latest is not None and latest.status == PUBLISHED:
        return Next(ROUND_OPENS, latest.opens_at, latest.number)
    if latest is not None and latest.status == PAIRED:
        return Next(PREPARED, None, latest.number)
    if latest is not None and latest.status == CLOSED and tournament.round < tournament.round_count:
        return Next(ROUND_OPENS, _due(tournament), latest.number + 1)
    return Next(MOMENT, None)


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
