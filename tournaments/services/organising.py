"""What every change of a tournament asks first: who runs it, who may know of it, and how far it is."""

from typing import Final

from games.accounts.callers import Caller
from tournaments.log.actors import actor_of
from tournaments.log.drafts import Draft
from tournaments.models import Entrant, Tournament
from tournaments.models.tournaments import ANNOUNCED, CHECK_IN, DRAFT, REGISTRATION, RUNNING
from tournaments.refusals import no_such_entrant, no_such_tournament, not_running_it, not_taking_part, wrong_moment
from tournaments.rights import may_know, runs

BEFORE_THE_START: Final = (DRAFT, ANNOUNCED, REGISTRATION, CHECK_IN)
UNTIL_THE_END: Final = (*BEFORE_THE_START, RUNNING)


def require_organiser(draft: Draft, by: Caller) -> str:
    """The id of somebody who runs a tournament; strangers do not learn of one that they may not know of."""
    tournament = draft.tournament
    if not by.is_system and not runs(tournament, by.account):
        raise not_running_it() if may_know(tournament, by.account) else no_such_tournament(tournament.pk)
    return actor_of(tournament.pk, by)


def require_known(draft: Draft, by: Caller, invite: str | None = None) -> str:
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
