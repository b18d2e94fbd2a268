"""Revealing the seed of a shared deal in the logs of all its games, once it is closed."""

import logging
from datetime import timedelta

from django.db.models import Exists, OuterRef

from games.clocks.clock import now
from games.deals import ENDED, find_deal, seed_of
from games.log.drafts import Draft
from games.log.entries import Entry
from games.log.fold import REVEALED, STARTED
from games.log.folding import load_fold
from games.log.head import lock_head
from games.log.transactions import writing
from games.models import Deal, Event, Game
from games.refusals import Conflict
from games.services.storing import store

log = logging.getLogger(__name__)

PUT_OFF = timedelta(minutes=1)
"""When a deal that could not be revealed everywhere is tried again."""


def reveal_deal(deal_id: str) -> None:
    """Reveal a closed deal in each of its games that was played; interrupted, it goes on where it was."""
    if find_deal(deal_id).closed_at is None:
        raise Conflict("deal/open", "This deal is still played; it is revealed once it is closed.")
    failed = [game for game in _sealed_games(deal_id) if not _is_revealed(game, deal_id)]
    deal = Deal.objects.filter(pk=deal_id, revealed_at=None)
    if failed:
        deal.update(reveal_due_at=now() + PUT_OFF)
    else:
        deal.update(revealed_at=now())


def _sealed_games(deal_id: str) -> list[str]:
    """The games of a deal that were played and whose log does not hold the seed yet."""
    begun, revealed = (Exists(Event.objects.filter(game=OuterRef("pk"), kind=kind)) for kind in (STARTED, REVEALED))
    played = Game.objects.filter(begun, deal=deal_id, status__in=ENDED)
    return list(played.exclude(revealed).values_list("pk", flat=True))


def _is_revealed(game_id: str, deal_id: str) -> bool:
    """Whether a game's log now holds the seed; one that cannot take it must not keep the others from it."""
    try:
        _reveal(game_id, deal_id)
    except Exception:
        log.exception("The seed of deal %s could not be revealed in game %s.", deal_id, game_id)
        return False
    return True


def _reveal(game_id: str, deal_id: str) -> None:
    with writing():
        head = lock_head(game_id)
        draft = Draft(head, load_fold(head))
        if not draft.fold.is_revealed:
            draft.add(Entry(REVEALED, None, {"seed": seed_of(deal_id).hex()}))
            store(draft, None)
