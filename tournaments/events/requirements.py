"""What every change of a tournament asks first: who runs it, who may know of it, how far it is, who can
still enter.

Asked of a locked tournament; each `require_…` refuses.
"""

from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings as site

from games.accounts.callers import Caller
from games.extension import role_in
from games.log.entries import SYSTEM
from tournaments.events.event_kinds import REMOVED, RETURNED
from tournaments.events.formats.format import find_format
from tournaments.events.history import format_of, load_history, open_round, settings_of
from tournaments.events.log.event_store import UnitOfWork, read_log
from tournaments.events.log.privacy import actor_of
from tournaments.events.models import Entrant, Tournament
from tournaments.events.permissions import is_tournament_link, may_know, runs_tournament
from tournaments.events.refusals import (
    address_not_confirmed,
    entry_by_link_only,
    entry_closed,
    members_only,
    no_such_entrant,
    no_such_tournament,
    not_running_it,
    not_taking_part,
    put_out,
    tournament_full,
    wrong_moment,
)
from tournaments.events.settings import BY_LINK, MEMBERS
from tournaments.events.situation import has_shared_deal
from tournaments.events.statuses import ANNOUNCED, CHECK_IN, DRAFT, REGISTRATION, RUNNING

BEFORE_THE_START: Final = (DRAFT, ANNOUNCED, REGISTRATION, CHECK_IN)
UNTIL_THE_END: Final = (*BEFORE_THE_START, RUNNING)


def require_organiser(draft: UnitOfWork, by: Caller) -> str:
    """The id of somebody who runs a tournament; strangers do not learn of one that they may not know of."""
    tournament = draft.tournament
    if not by.is_system and not runs_tournament(tournament, by.account):
        raise not_running_it() if may_know(tournament, by.account) else no_such_tournament(tournament.pk)
    return actor_of(tournament.pk, by)


def require_known(draft: UnitOfWork, by: Caller, invite: str | None = None) -> str:
    """The id of somebody who may know of a tournament."""
    if not may_know(draft.tournament, by.account, invite):
        raise no_such_tournament(draft.tournament.pk)
    return actor_of(draft.tournament.pk, by)


def require_status(tournament: Tournament, *statuses: str) -> None:
    """Refuse what cannot be done now."""
    if tournament.status not in statuses:
        raise wrong_moment()


def find_entrant(tournament: Tournament, entrant: object) -> Entrant:
    """Somebody who takes part, perhaps not any more; texts on which databases choke name nobody."""
    is_name = isinstance(entrant, str) and entrant.isascii() and entrant.isprintable()
    found = Entrant.objects.filter(tournament=tournament, pk=entrant).first() if is_name else None
    if found is None:
        raise no_such_entrant(entrant)
    return found


def own_entrant(tournament: Tournament, by: Caller) -> Entrant:
    """The caller's own entry, perhaps left."""
    found = Entrant.objects.filter(tournament=tournament, account=by.account).first() if by.account else None
    if found is None:
        raise not_taking_part()
    return found


EMAIL_IS_MANDATORY: Final = "mandatory"


def require_entry(tournament: Tournament, by: Caller, invite: str | None) -> None:
    """Refuse whoever the tournament is not for."""
    entry = settings_of(tournament).entry
    if entry == MEMBERS and role_in(by.account, tournament.club_id) is None:
        raise members_only()
    if entry == BY_LINK and not is_tournament_link(tournament, invite) and not runs_tournament(tournament, by.account):
        raise entry_by_link_only()


def entry_round(tournament: Tournament, is_organiser: bool = False) -> int:
    """The first round of whoever comes in now, refused if nobody can: people enter while registration is open and as
    long as late ones are taken, organisers enter others before that too."""
    if tournament.status in (BEFORE_THE_START if is_organiser else (REGISTRATION, CHECK_IN)):
        return 1
    number = open_round(tournament)
    settings = settings_of(tournament)
    if tournament.status != RUNNING or number > settings.late_until or number > tournament.round_count:
        raise entry_closed()
    return number


def require_room(tournament: Tournament) -> None:
    """Refuse one more than there are places."""
    settings = settings_of(tournament)
    limits = [settings.most, find_format(settings.format).most_entrants(settings)]
    most = min((limit for limit in limits if limit is not None), default=None)
    if most is not None and Entrant.objects.filter(tournament=tournament, left_round=None).count() >= most:
        raise tournament_full()


def require_schedule_room(tournament: Tournament) -> None:
    """Refuse somebody new for whom a schedule that is under way has no place."""
    if tournament.status != RUNNING or not find_format(tournament.format).is_all_play_all:
        return
    if not format_of(tournament).has_room(settings_of(tournament), load_history(tournament, tournament.round)):
        raise tournament_full()


def require_confirmed_address(tournament: Tournament, account: int) -> None:
    """Where everybody gets the same dice, whoever could play twice would know them: the site must know them apart as
    far as it asks for that at all."""
    if not has_shared_deal(tournament) or site.ACCOUNT_EMAIL_VERIFICATION != EMAIL_IS_MANDATORY:
        return
    if not EmailAddress.objects.filter(user=account, verified=True).exists():
        raise address_not_confirmed()


def require_not_removed(entrant: Entrant) -> None:
    """Refuse somebody who comes back by themselves although an organiser has taken them out."""
    moves = [link for link in read_log(entrant.tournament_id, REMOVED, RETURNED) if _is_about(link.entry.data, entrant)]
    if moves and moves[-1].entry.kind == REMOVED and moves[-1].entry.actor != SYSTEM:
        raise put_out()


def _is_about(data: dict[str, object], entrant: Entrant) -> bool:
    return data["entrant"] == entrant.pk
