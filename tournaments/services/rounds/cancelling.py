"""Calling a tournament off."""

from django.db.models import Q

from games.accounts.callers import Caller
from games.log.sql import write_transaction
from games.statuses import ADJUDICATED
from games.statuses import FINISHED as PLAYED
from games.statuses import RUNNING as PLAYING
from tournaments.log import kinds
from tournaments.log.commands import Receipt
from tournaments.log.drafts import Draft
from tournaments.log.texts import keep_text, require_reason
from tournaments.models import Place, Tournament
from tournaments.models.tournaments import ANNOUNCED, CHECK_IN, CLOSED, REGISTRATION, RUNNING
from tournaments.notices.reminding import tell_called_off
from tournaments.rounds.refusals import own_game
from tournaments.rounds.situations import has_shared_deal
from tournaments.selectors.tournaments import settings_of
from tournaments.services.organising import require_status
from tournaments.services.rounds.organising import command, organise
from tournaments.services.seasons import settle_season


def cancel(tournament_id: str, by: Caller, command_id: str, reason: str) -> Receipt:
    """Call a tournament off for good; its games count for nothing in it, and those that go on are called off.

    Not by somebody whose own rated game goes on: it would cost them nothing to leave it by this door.
    """
    require_reason(reason)

    def decide(draft: Draft, actor: str) -> None:
        require_status(draft.tournament, ANNOUNCED, REGISTRATION, CHECK_IN, RUNNING)
        _refuse_escape(draft.tournament, by)
        draft.add(kinds.CANCELLED, {"reason": keep_text(tournament_id, by, reason)}, actor)
        tell_called_off(draft.tournament)

    with write_transaction():
        receipt = organise(tournament_id, command(command_id, by, "cancel", reason=reason), decide)
        settle_season(tournament_id)
    return receipt


def _refuse_escape(tournament: Tournament, by: Caller) -> None:
    """Refuse whoever would undo a rated game of their own whose dice they have seen. On a shared deal a run counts only
    with those of others, when the round is closed."""
    if by.account is None or not settings_of(tournament).is_rated:
        return
    undone = Q(table__game__status=PLAYING)
    if has_shared_deal(tournament):
        undone |= Q(table__game__status__in=(PLAYED, ADJUDICATED)) & ~Q(round__status=CLOSED)
    if Place.objects.filter(undone, round__tournament=tournament, entrant__account=by.account).exists():
        raise own_game()
