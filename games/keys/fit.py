"""Whether the keys at hand are those that the database needs: asked at every start, by the audit, and by a restore."""

from pathlib import Path

from django.conf import settings

from games.keys import sealing, signing
from games.keys.sealing import SeedUnreadable, open_seed
from games.keys.signing import known_keys
from games.keys.usage import KeyLost, sealed_deals, signers


def require_fitting_keys() -> None:
    """Refuse to go on with other keys than those that have signed and sealed what is in the database."""
    _require_signing_key()
    _require_deal_key()


def _require_signing_key() -> None:
    signed = signers()
    known = known_keys() if signed else {}
    for id_, number in signed.items():
        if id_ not in known:
            folder = Path(settings.KEYS) / signing.RETIRED_FOLDER
            raise KeyLost(
                f"Checkpoint {number} was signed with the key {id_}, which is neither that of {signing.source()} nor "
                f"among those in {folder} or {signing.RETIRED_VARIABLE}. Put it back from the backup of your keys."
            )


def _require_deal_key() -> None:
    """Several deals are tried: a single one that is damaged says nothing about the key."""
    deals = sealed_deals()
    if deals and not any(_opens(deal, sealed) for deal, sealed in deals):
        raise KeyLost(
            f"{sealing.source()} holds another key than the one that has sealed deal {deals[0][0]}. "
            "Put the one that was used back from the backup of your keys."
        )


def _opens(deal: str, sealed: str) -> bool:
    try:
        open_seed(deal, sealed)
    except SeedUnreadable:
        return False
    return True
