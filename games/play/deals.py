"""Deals, the secret seeds of the dice: offered before a game is made of them, made, shared with frozen
contributions, closed and revealed.

A page on which a game can be made carries an offer: a deal with its commitment and its seed, sealed with the site's key
for deals. So the commitment is there before the browser adds anything, and the game is made with exactly that deal.
Nothing is stored of offers that nobody takes up. One can be taken up once, because the id of a deal is unique.
"""

import logging
import re
import secrets
from datetime import timedelta
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.db import connection
from django.db.models import Exists, OuterRef

from engine import dice
from engine.canonical import canonical, parse_json
from engine.errors import Illegal, Malformed
from engine.log import is_id
from games.clock.site_time import now
from games.keys.sealing import SEED_BYTES, open_seed, seal, seal_seed, unseal
from games.log.entries import Entry
from games.log.fold import REVEALED, STARTED, Fold
from games.log.models import Event, Game
from games.log.sql import write_transaction
from games.log.state_cache import load_fold
from games.log.unit_of_work import Draft, lock_head
from games.play.models import Contribution, Deal, UncountedResult, queue_results
from games.play.persistence import store_draft
from games.refusals import Conflict, NotFound
from games.statuses import ABORTED, ADJUDICATED, FINISHED

OFFER_LASTS: Final = timedelta(days=2)
"""How long an offer can be taken up: a page that was left open over night still works."""
_OFFER_TEXT: Final = re.compile(r"(d-[0-9a-f]{24})\.([0-9a-f]{64})\.([0-9]{10})\.(1:[A-Za-z0-9+/]{80})")


class DiceOffer(NamedTuple):
    """What is offered, and how a form carries it."""

    deal: str
    commitment: str
    expires: int
    """In seconds since 1970."""
    sealed: str

    @property
    def text(self) -> str:
        """The offer as a form carries it."""
        return f"{self.deal}.{self.commitment}.{self.expires}.{self.sealed}"


def new_deal_id() -> str:
    """An id that no deal has had before."""
    return f"d-{secrets.token_hex(12)}"


def make_offer() -> DiceOffer:
    """New dice for a game that may be made of them."""
    deal, seed = new_deal_id(), secrets.token_bytes(SEED_BYTES)
    committed, expires = dice.commitment(deal, seed), int((now() + OFFER_LASTS).timestamp())
    return DiceOffer(deal, committed, expires, seal(seed, _offer_binding(deal, committed, expires)))


def read_offer(text: str) -> DiceOffer | None:
    """What an offer says of itself, None if it is none; whether it is ours and still good is asked when it is taken."""
    written = _OFFER_TEXT.fullmatch(text)
    return DiceOffer(written[1], written[2], int(written[3]), written[4]) if written else None


def take_offer(text: str) -> Deal:
    """The deal of an offer, stored; refused if it is not ours, too old, or was taken before."""
    offer = read_offer(text)
    seed = unseal(offer.sealed, _offer_binding(*offer[:3])) if offer else None
    if offer is None or seed is None:
        raise unknown_offer()
    if offer.expires <= now().timestamp():
        raise Conflict("offer/expired", "The dice of that page are too old; please try again with those of this page.")
    if is_offer_taken(text):
        raise offer_already_taken()
    return Deal.objects.create(id=offer.deal, sealed_seed=seal_seed(offer.deal, seed), commitment=offer.commitment)


def is_offer_taken(text: str) -> bool:
    """Whether a game was made of an offer."""
    offer = read_offer(text)
    return offer is not None and Deal.objects.filter(pk=offer.deal).exists()


def unknown_offer() -> Malformed:
    """Something that is no offer of this site."""
    return Malformed("offer/unknown", "These dice were not offered here; please try again with those of this page.")


def offer_already_taken() -> Conflict:
    """An offer of which a game was made before."""
    template = "A game was made with the dice of that page already; please try again with those of this page."
    return Conflict("offer/taken", template)


def _offer_binding(deal: str, committed: str, expires: int) -> str:
    """What the sealed seed of an offer is bound to, so that it passes for nothing else and nothing of it changes."""
    return f"brikks-offer/1|{deal}|{committed}|{expires}"


ENDED_STATUSES = (FINISHED, ADJUDICATED, ABORTED)


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
    return _opened_seed(connection.settings_dict["NAME"], deal)


@lru_cache(maxsize=1024)
def _opened_seed(database: str, deal: str) -> bytes:
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
    with write_transaction():
        deal = lock_deal(deal_id)
        if deal.contributions is not None:
            raise Conflict("deal/frozen", "The dice of this round are fixed; nothing can be added any more.")
        if commitment and commitment != deal.commitment:
            raise other_commitment()
        Contribution.objects.update_or_create(deal_id=deal_id, account_id=account, defaults={"value": value})


def freeze_deal(deal_id: str) -> list[str]:
    """Fix the contributions to a shared deal, in an order that tells nothing; again gives the same."""
    with write_transaction():
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
    with write_transaction():
        deal = lock_deal(deal_id)
        if deal.closed_at is not None:
            return
        if Game.objects.filter(deal=deal).exclude(status__in=ENDED_STATUSES).exists():
            raise Illegal("deal/running", "There are games on this deal that are not over yet.")
        deal.closed_at = now()
        deal.save(update_fields=["closed_at"])
        played = Game.objects.filter(deal=deal, status__in=(FINISHED, ADJUDICATED))
        queue_results(UncountedResult, played.values_list("pk", flat=True), deal.closed_at)


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


log = logging.getLogger(__name__)
REVEAL_RETRY_PAUSE = timedelta(minutes=1)
"""When a deal that could not be revealed everywhere is tried again."""


def reveal_deal(deal_id: str) -> None:
    """Reveal a closed deal in each of its games that was played; interrupted, it goes on where it was."""
    if find_deal(deal_id).closed_at is None:
        raise Conflict("deal/open", "This deal is still played; it is revealed once it is closed.")
    failed = [game for game in _sealed_games(deal_id) if not _reveals(game, deal_id)]
    deal = Deal.objects.filter(pk=deal_id, revealed_at=None)
    if failed:
        deal.update(reveal_due_at=now() + REVEAL_RETRY_PAUSE)
    else:
        deal.update(revealed_at=now())


def _sealed_games(deal_id: str) -> list[str]:
    """The games of a deal that were played and whose log does not hold the seed yet."""
    begun, revealed = (Exists(Event.objects.filter(game=OuterRef("pk"), kind=kind)) for kind in (STARTED, REVEALED))
    played = Game.objects.filter(begun, deal=deal_id, status__in=ENDED_STATUSES)
    return list(played.exclude(revealed).values_list("pk", flat=True))


def _reveals(game_id: str, deal_id: str) -> bool:
    """Whether a game's log now holds the seed; one that cannot take it must not keep the others from it."""
    try:
        _reveal_in_game(game_id, deal_id)
    except Exception:
        log.exception("The seed of deal %s could not be revealed in game %s.", deal_id, game_id)
        return False
    return True


def _reveal_in_game(game_id: str, deal_id: str) -> None:
    with write_transaction():
        head = lock_head(game_id)
        draft = Draft(head, load_fold(head))
        if not draft.fold.is_revealed:
            draft.add(Entry(REVEALED, None, {"seed": seed_of(deal_id).hex()}))
            store_draft(draft, None)
