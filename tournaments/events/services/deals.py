"""What players add to the dice of a round that everybody plays with the same ones, until it opens."""

from typing import Any

from engine import dice
from games.accounts.callers import Caller
from games.log.sql import write_transaction
from games.play.deals import contribute, no_contribution
from games.refusals import Conflict
from tournaments.events.log.event_store import lock_tournament
from tournaments.events.log.privacy import lock_accounts
from tournaments.events.models import Tournament
from tournaments.events.permissions import may_know
from tournaments.events.refusals import no_such_tournament
from tournaments.events.requirements import own_entrant


def contribute_to_round(tournament_id: str, by: Caller, contribution: str, commitment: str | None = None) -> None:
    """Add to the dice of the next round, in the place of what one has added before.

    The commitment is the one that whoever adds has seen before, None for somebody who was shown nothing.
    """
    check_contribution(contribution)
    with write_transaction():
        lock_accounts(by)
        tournament = lock_tournament(tournament_id)
        if not may_know(tournament, by.account):
            raise no_such_tournament(tournament_id)
        own_entrant(tournament, by)
        if tournament.deal_id is None:
            raise Conflict("tournament/no-dice", "There are no dice now to which anything could be added.")
        add_to_dice(tournament, by, contribution, commitment)


def check_contribution(value: Any) -> None:
    """Refuse what nobody can add to dice; nothing is fine."""
    if not dice.is_contribution(value):
        raise no_contribution()


def add_to_dice(tournament: Tournament, by: Caller, contribution: str, commitment: str | None = None) -> None:
    """Add something to the dice that are still open, if there are any and it is something."""
    if contribution and tournament.deal_id is not None and by.account is not None:
        contribute(tournament.deal_id, by.account, contribution, commitment)
