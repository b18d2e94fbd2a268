"""Going out of a tournament: by oneself, or taken out by those who run it; and being let in again."""

from django.db.models import Exists, OuterRef

from games.accounts.callers import Caller
from games.play.commands import Command
from tournaments.log.commands import Receipt, carry_out
from tournaments.log.drafts import Draft
from tournaments.log.kinds import REMOVED, WITHDRAWN
from tournaments.log.texts import keep_text, require_reason
from tournaments.models import Entrant, Place, Tournament
from tournaments.models.tournaments import PAIRED, PUBLISHED
from tournaments.rounds.refusals import own_table
from tournaments.selectors.tournaments import open_round
from tournaments.services.admission import require_room
from tournaments.services.entering import come_back
from tournaments.services.organising import (
    UNTIL_THE_END,
    find_entrant,
    own_entrant,
    require_known,
    require_organiser,
    require_status,
)


def withdraw(tournament_id: str, by: Caller, command_id: str) -> Receipt:
    """Go out of a tournament; a game that was begun goes on."""

    def decide(draft: Draft) -> None:
        actor = require_known(draft, by)
        entrant = own_entrant(draft.tournament, by)
        require_status(draft.tournament, *UNTIL_THE_END)
        if entrant.left_round is None:
            draft.add(WITHDRAWN, {"entrant": entrant.pk, "round": open_round(draft.tournament)}, actor)

    return carry_out(tournament_id, Command(command_id, by, "withdraw", {}), decide)


def remove_entrant(tournament_id: str, by: Caller, command_id: str, entrant: str, reason: str) -> Receipt:
    """Take somebody out, for a reason that they can read; they cannot come back by themselves."""
    require_reason(reason)

    def decide(draft: Draft) -> None:
        tournament, actor = draft.tournament, require_organiser(draft, by)
        removed = find_entrant(tournament, entrant)
        require_status(tournament, *UNTIL_THE_END)
        _refuse_own_opponent(tournament, by, removed)
        if removed.left_round is None:
            number = open_round(tournament)
            why = keep_text(tournament.pk, by, reason)
            draft.add(REMOVED, {"entrant": removed.pk, "round": number, "reason": why}, actor)

    said = {"entrant": entrant, "reason": reason}
    return carry_out(tournament_id, Command(command_id, by, "remove-entrant", said), decide)


def _refuse_own_opponent(tournament: Tournament, by: Caller, removed: Entrant) -> None:
    """Refuse that an organiser takes out whom they are to play next: they would win without a game."""
    own = Place.objects.filter(entrant__account=by.account, table=OuterRef("table"), table__isnull=False)
    next_round = Place.objects.filter(
        round__tournament=tournament, round__number=tournament.round, round__status__in=(PAIRED, PUBLISHED)
    )
    is_own = removed.account_id is not None and removed.account_id == by.account
    if by.account is not None and not is_own and next_round.filter(Exists(own), entrant=removed).exists():
        raise own_table()


def return_entrant(tournament_id: str, by: Caller, command_id: str, entrant: str) -> Receipt:
    """Let somebody in again who has gone or was taken out; only those who run the tournament can."""

    def decide(draft: Draft) -> None:
        tournament, actor = draft.tournament, require_organiser(draft, by)
        returned = find_entrant(tournament, entrant)
        require_status(tournament, *UNTIL_THE_END)
        if returned.left_round is not None:
            number = open_round(tournament)
            require_room(tournament)
            come_back(draft, returned, number, actor)

    return carry_out(tournament_id, Command(command_id, by, "return-entrant", {"entrant": entrant}), decide)
