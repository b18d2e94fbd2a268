"""Seeds at rest: what is stored of a deal's 32 secret bytes is unreadable without a key outside the database.

The key comes from BRIKKS_DEAL_KEY (64 hex digits) or from `deal.key` in the folder of keys, made on the first use, but
never in the place of one that was lost. A sealed seed is "1:" and the base64 of a nonce and the AES-256-GCM ciphertext.
The deal's id is authenticated with it, so that a sealed seed moved to another deal does not open. Seeds that are only
offered yet (`games/play/deals.py`) are sealed in the same way, bound to all that the offer says.
"""

import re
import secrets
from base64 import b64decode, b64encode
from functools import cache
from hmac import digest
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from games.keys import sources
from games.keys.usage import KeyLost, sealed_deals

VARIABLE: Final = "BRIKKS_DEAL_KEY"
FILE: Final = "deal.key"
SEED_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_KEY: Final = re.compile(rb"[0-9A-Fa-f]{64}")
# 60 bytes (nonce, seed, tag) are 80 digits without padding, so that there is one way only to write them.
_SEALED: Final = re.compile(r"1:([A-Za-z0-9+/]{80})")


class SeedUnreadable(Exception):
    """A sealed seed does not open; the sentence says why, as far as that can be known."""


def seal_seed(deal_id: str, seed: bytes) -> str:
    """The seed of a deal as it may be stored."""
    return seal(seed, deal_id)


def seal(seed: bytes, bound_to: str) -> str:
    """A seed that opens only together with what it is bound to; a deal's id is written without bars, all else with."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
    nonce = secrets.token_bytes(_NONCE_BYTES)
    return "1:" + b64encode(nonce + _cipher().encrypt(nonce, seed, bound_to.encode())).decode("ascii")


def open_seed(deal_id: str, sealed: str) -> bytes:
    """The seed of a deal from what was stored."""
    if not _SEALED.fullmatch(sealed):
        raise SeedUnreadable(f"The sealed seed of deal {deal_id} is damaged: it is not written as version 1.")
    seed = unseal(sealed, deal_id)
    if seed is None:
        raise SeedUnreadable(
            f"The sealed seed of deal {deal_id} does not open: it was sealed with another key than that of {source()}, "
            "or for another deal, or it is damaged."
        )
    return seed


def unseal(sealed: str, bound_to: str) -> bytes | None:
    """The seed again; None if it was sealed with another key or bound to something else, or is damaged."""
    written = _SEALED.fullmatch(sealed)
    if not written:
        return None
    raw = b64decode(written[1])
    try:
        return _cipher().decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], bound_to.encode())
    except InvalidTag:
        return None


def secret_for(purpose: str) -> bytes:
    """32 secret bytes for one purpose, the same as long as the key is: stored nowhere, and opened by nothing else."""
    return digest(_key(), f"brikks-secret/1|{purpose}".encode(), "sha256")


def _cipher() -> AESGCM:
    return AESGCM(_key())


def _key() -> bytes:
    written = sources.read_variable(VARIABLE)
    return _from_variable(written) if written else _from_file(settings.KEYS)


def _path() -> Path:
    return Path(settings.KEYS) / FILE


def source() -> str:
    """Where the key comes from, as words in a sentence."""
    return VARIABLE if sources.read_variable(VARIABLE) else str(_path())


@cache
def _from_variable(written: str) -> bytes:
    return _parse(written.encode("utf-8", "replace"), sources.variable(VARIABLE))


@cache
def _from_file(folder: Path) -> bytes:
    path = folder / FILE
    return _parse(sources.read_or_make(path, _new_key), sources.file(path))


def _new_key() -> bytes:
    """A new key, unless there are deals that another one has sealed."""
    if sealed_deals():
        raise KeyLost(
            f"{sources.file(_path())} is missing, but the database holds deals that were sealed with it. "
            f"Put it back from the backup of your keys, or its text into {VARIABLE}."
        )
    return secrets.token_hex(32).encode("ascii") + b"\n"


def _parse(text: bytes, place: str) -> bytes:
    digits = text.strip()
    if not _KEY.fullmatch(digits):
        raise sources.KeyUnusable(f"{place} does not hold a key for deals, which is 64 hex digits.")
    return bytes.fromhex(digits.decode("ascii"))
