"""Calling a tournament off."""

from games.log.transactions import writing
from games.services import Caller
from tournaments.log import kinds
from tournaments.log.commands import Receipt
from tournaments.log.drafts import Draft
from tournaments.log.texts import keep_text, require_reason
from tournaments.models.tournaments import ANNOUNCED, CHECK_IN, REGISTRATION, RUNNING
from tournaments.notices.reminding import tell_called_off
from tournaments.services.organising import require_status
from tournaments.services.rounds.organising import command, organise
from tournaments.services.seasons import settle_season


def cancel(tournament_id: str, by: Caller, command_id: str, reason: str) -> Receipt:
    """Call a tournament off for good; its games count for nothing in it, and those that go on are called off."""
    require_reason(reason)

    def decide(draft: Draft, actor: str) -> None:
        require_status(draft.tournament, ANNOUNCED, REGISTRATION, CHECK_IN, RUNNING)
        draft.add(kinds.CANCELLED, {"reason": keep_text(tournament_id, by, reason)}, actor)
        tell_called_off(draft.tournament)

    with writing():
        receipt = organise(tournament_id, command(command_id, by, "cancel", reason=reason), decide)
        settle_season(tournament_id)
    return receipt
