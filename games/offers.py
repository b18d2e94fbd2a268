"""Dice that are offered before a game is made of them.

A page on which a game can be made carries an offer: a deal with its commitment and its seed, sealed with the site's key
for deals. So the commitment is there before the browser adds anything, and the game is made with exactly that deal.
Nothing is stored of offers that nobody takes up. One can be taken up once, because the id of a deal is unique.
"""

import re
import secrets
from datetime import timedelta
from typing import Final, NamedTuple

from engine import dice
from engine.errors import Malformed
from games.clocks.clock import now
from games.keys.sealing import SEED_BYTES, seal, seal_seed, unseal
from games.models import Deal
from games.refusals import Conflict

LASTS: Final = timedelta(days=2)
"""How long an offer can be taken up: a page that was left open over night still works."""
_WRITTEN: Final = re.compile(r"(d-[0-9a-f]{24})\.([0-9a-f]{64})\.([0-9]{10})\.(1:[A-Za-z0-9+/]{80})")


class Offer(NamedTuple):
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


def make_offer() -> Offer:
    """New dice for a game that may be made of them."""
    deal, seed = new_deal_id(), secrets.token_bytes(SEED_BYTES)
    committed, expires = dice.commitment(deal, seed), int((now() + LASTS).timestamp())
    return Offer(deal, committed, expires, seal(seed, _bond(deal, committed, expires)))


def read_offer(text: str) -> Offer | None:
    """What an offer says of itself, None if it is none; whether it is ours and still good is asked when it is taken."""
    written = _WRITTEN.fullmatch(text)
    return Offer(written[1], written[2], int(written[3]), written[4]) if written else None


def take_offer(text: str) -> Deal:
    """The deal of an offer, stored; refused if it is not ours, too old, or was taken before."""
    offer = read_offer(text)
    seed = unseal(offer.sealed, _bond(*offer[:3])) if offer else None
    if offer is None or seed is None:
        raise unknown()
    if offer.expires <= now().timestamp():
        raise Conflict("offer/expired", "The dice of that page are too old; please try again with those of this page.")
    if is_taken(text):
        raise taken()
    return Deal.objects.create(id=offer.deal, sealed_seed=seal_seed(offer.deal, seed), commitment=offer.commitment)


def is_taken(text: str) -> bool:
    """Whether a game was made of an offer."""
    offer = read_offer(text)
    return offer is not None and Deal.objects.filter(pk=offer.deal).exists()


def unknown() -> Malformed:
    """Something that is no offer of this site."""
    return Malformed("offer/unknown", "These dice were not offered here; please try again with those of this page.")


def taken() -> Conflict:
    """An offer of which a game was made before."""
    template = "A game was made with the dice of that page already; please try again with those of this page."
    return Conflict("offer/taken", template)


def _bond(deal: str, committed: str, expires: int) -> str:
    """What the sealed seed of an offer is bound to, so that it passes for nothing else and nothing of it changes."""
    return f"brikks-offer/1|{deal}|{committed}|{expires}"
