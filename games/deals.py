"""Deals: made with a secret seed, shared ones with frozen contributions, closed ones revealed."""

import secrets
from functools import lru_cache
from typing import Any

from django.db import connection

from engine import dice
from engine.canonical import canonical, parse_json
from engine.errors import Illegal, Malformed
from engine.log import is_id
from games.clocks.clock import now
from games.keys.sealing import SEED_BYTES, open_seed, seal_seed
from games.log.fold import Fold
from games.log.transactions import writing
from games.models import Contribution, Deal, Game, UncountedResult
from games.models.outbox import leave_word
from games.offers import new_deal_id
from games.refusals import Conflict, NotFound
from games.statuses import ABORTED, ADJUDICATED, FINISHED

ENDED = (FINISHED, ADJUDICATED, ABORTED)


def make_deal(is_shared: bool = False, tournament: str | None = None) -> Deal:
    """A new deal, committed to and sealed; a shared one may be for the games of one tournament only."""
    deal, seed = new_deal_id(), secrets.token_bytes(SEED_BYTES)
    return Deal.objects.create(
        id=deal,
        sealed_seed=seal_seed(deal, seed),
        commitment=dice.commitment(deal, seed),
        is_shared=is_shared,
        tournament=tournament,
    )


def seed_of(deal: str) -> bytes:
    """The secret seed of a deal; only what throws or reveals dice may ask."""
    return _open(connection.settings_dict["NAME"], deal)


@lru_cache(maxsize=1024)
def _open(database: str, deal: str) -> bytes:
    return open_seed(deal, Deal.objects.values_list("sealed_seed", flat=True).get(pk=deal))


def require_commitment(contribution: Any, commitment: Any) -> None:
    """Refuse whoever adds to dice without naming what these were fixed by: that must be seen before anything is added.

    For whoever comes from outside, by a page or a program; that it is that of the game is checked under its lock.
    """
    if not dice.is_contribution(contribution):
        raise no_contribution()
    if contribution and not commitment:
        template = "Whoever adds to dice names their fingerprint (commitment) as they saw it before; please look again."
        raise Illegal("dice/no-commitment", template)
    if commitment and not dice.is_hash(commitment):
        raise Malformed("dice/commitment", "A fingerprint (commitment) is 64 hexadecimal digits in lower case.")


def other_commitment() -> Conflict:
    """Somebody adds to dice that are not those whose commitment they have seen."""
    template = "These dice have another fingerprint (commitment) than the one that you were shown; please look again."
    return Conflict("dice/other-commitment", template)


def contribute(deal_id: str, account: int, value: str, commitment: str | None = None) -> None:
    """Add a player's contribution to a shared deal, in the place of an earlier one, until it is frozen.

    The commitment is the one that they have seen, None for somebody who was shown nothing.
    """
    if not dice.is_contribution(value):
        raise no_contribution()
    with writing():
        deal = lock_deal(deal_id)
        if deal.contributions is not None:
            raise Conflict("deal/frozen", "The dice of this round are fixed; nothing can be added any more.")
        if commitment and commitment != deal.commitment:
            raise other_commitment()
        Contribution.objects.update_or_create(deal_id=deal_id, account_id=account, defaults={"value": value})


def freeze_deal(deal_id: str) -> list[str]:
    """Fix the contributions to a shared deal, in an order that tells nothing; again gives the same."""
    with writing():
        deal = lock_deal(deal_id)
        if deal.contributions is None:
            values = sorted(deal.collected.exclude(value="").values_list("value", flat=True))
            deal.contributions = canonical(values)
            deal.save(update_fields=["contributions"])
    return frozen_contributions(deal)


def frozen_contributions(deal: Deal) -> list[str]:
    """What players have added to a shared deal."""
    if deal.contributions is None:
        raise Conflict("deal/not-frozen", "The dice of this round are not fixed yet.")
    values: list[str] = parse_json(deal.contributions)
    return values


def close_deal(deal_id: str) -> None:
    """Let the games of a shared deal be seen and its seed be revealed, now that all of them are over; final."""
    with writing():
        deal = lock_deal(deal_id)
        if deal.closed_at is not None:
            return
        if Game.objects.filter(deal=deal).exclude(status__in=ENDED).exists():
            raise Illegal("deal/running", "There are games on this deal that are not over yet.")
        deal.closed_at = now()
        deal.save(update_fields=["closed_at"])
        played = Game.objects.filter(deal=deal, status__in=(FINISHED, ADJUDICATED))
        leave_word(UncountedResult, played.values_list("pk", flat=True), deal.closed_at)


def is_secret(fold: Fold, deal_id: str | None) -> bool:
    """Whether only those who play a game may see it: it is on a shared deal that others may still be playing."""
    if "contributions" not in fold.dice:
        return False
    return not Deal.objects.filter(pk=deal_id, closed_at__isnull=False).exists()


def unrevealed_deals() -> list[str]:
    """The shared deals that are closed, but whose seed is not in the log of every game yet, as far as it is time."""
    closed = Deal.objects.filter(closed_at__isnull=False, revealed_at=None).exclude(reveal_due_at__gt=now())
    return list(closed.values_list("pk", flat=True))


def find_deal(deal_id: str) -> Deal:
    """A shared deal, refused if there is none."""
    deal = Deal.objects.filter(pk=deal_id, is_shared=True).first() if is_id(deal_id) else None
    if deal is None:
        raise no_such_deal(deal_id)
    return deal


def lock_deal(deal_id: str) -> Deal:
    """The same, and nobody else can freeze or close it until the transaction ends."""
    find_deal(deal_id)
    return Deal.objects.select_for_update().get(pk=deal_id)


def no_such_deal(deal_id: str) -> NotFound:
    """A shared deal that is not there, or not for whoever asks."""
    return NotFound("deal/not-found", "There is no shared deal “{deal}”.", deal=deal_id)


def no_contribution() -> Malformed:
    """Something was contributed that is no contribution."""
    return Malformed("dice/contribution", "A contribution is 32 hexadecimal digits in lower case, or empty.")
