"""Saying before the first round that one is there."""

from games.accounts.callers import Caller
from games.play.commands import Command
from tournaments.log.commands import Receipt, carry_out
from tournaments.log.drafts import Draft
from tournaments.log.kinds import CHECKED_IN
from tournaments.models.tournaments import CHECK_IN
from tournaments.refusals import not_taking_part
from tournaments.services.contributing import add_to_dice, check_contribution
from tournaments.services.organising import find_entrant, own_entrant, require_known, require_organiser, require_status


def check_in(
    tournament_id: str,
    by: Caller,
    command_id: str,
    contribution: str = "",
    entrant: str | None = None,
    commitment: str | None = None,
) -> Receipt:
    """Say that one is there, and perhaps add to the dice; those who run the tournament say it of others too."""
    check_contribution(contribution)

    def decide(draft: Draft) -> None:
        tournament = draft.tournament
        if entrant is None:
            actor, present = require_known(draft, by), own_entrant(tournament, by)
        else:
            actor, present = require_organiser(draft, by), find_entrant(tournament, entrant)
        require_status(tournament, CHECK_IN)
        if present.left_round is not None:
            raise not_taking_part()
        if not present.is_checked_in:
            draft.add(CHECKED_IN, {"entrant": present.pk}, actor)
        if entrant is None:
            add_to_dice(tournament, by, contribution, commitment)

    said = {"contribution": contribution, "entrant": entrant, **({"commitment": commitment} if commitment else {})}
    return carry_out(tournament_id, Command(command_id, by, "check-in", said), decide)
