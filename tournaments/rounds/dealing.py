"""The dice of a round in which everybody gets the same: dealt long before it opens, so that people can add to them."""

from games.log.entries import SYSTEM
from games.play.deals import make_deal
from tournaments.log import kinds
from tournaments.log.drafts import Draft
from tournaments.rounds.situations import has_shared_deal


def deal_next(draft: Draft, number: int | None = None, actor: str = SYSTEM) -> None:
    """Deal for a round, the next one if no other is named, where everybody gets the same dice and nothing is dealt."""
    tournament = draft.tournament
    if tournament.deal_id is not None or not has_shared_deal(tournament):
        return
    deal = make_deal(is_shared=True, tournament=tournament.pk)
    said = {"round": number or tournament.round + 1, "deal": deal.pk, "commitment": deal.commitment}
    draft.add(kinds.ROUND_DEALT, said, actor)
