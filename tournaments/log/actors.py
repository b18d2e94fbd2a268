"""Under which id the log of a tournament knows somebody. Without its row an id is nobody's."""

import secrets

from games.accounts.callers import Caller
from games.log.entries import SYSTEM
from tournaments.models import TournamentActor
from tournaments.refusals import not_registered_to_play


def actor_of(tournament_id: str, by: Caller) -> str:
    """The id of whoever asks, given if there is none yet; refused for nobody."""
    if by.is_system:
        return SYSTEM
    if by.account is None:
        raise not_registered_to_play()
    return actor_of_account(tournament_id, by.account)


def actor_of_account(tournament_id: str, account: int) -> str:
    """The id of an account, given if there is none yet."""
    fresh = f"p-{secrets.token_hex(8)}"
    actor, _ = TournamentActor.objects.get_or_create(
        tournament_id=tournament_id, account_id=account, defaults={"name": fresh}
    )
    return actor.name
