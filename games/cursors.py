"""Cursors: where a page of a list has ended, for whoever asks for the next one.

What a list is sorted by may be something that its reader is not told, like the id of a game that they may not see. So a
cursor is sealed, anew each time: two of them cannot even be compared.
"""

import hashlib
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from engine.errors import Malformed

_NONCE: Final = 12


def write_cursor(parts: Iterable[int | str]) -> str:
    """A cursor that names some values."""
    nonce = secrets.token_bytes(_NONCE)
    sealed = nonce + _cipher(settings.SECRET_KEY).encrypt(nonce, "|".join(map(str, parts)).encode(), None)
    return urlsafe_b64encode(sealed).decode().rstrip("=")


def read_cursor(cursor: str) -> str:
    """The values that a cursor names, as one text; refused if it was not given here."""
    try:
        sealed = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        return _cipher(settings.SECRET_KEY).decrypt(sealed[:_NONCE], sealed[_NONCE:], None).decode()
    except (ValueError, InvalidTag):
        raise no_cursor() from None


def no_cursor() -> Malformed:
    """Something that is no cursor."""
    return Malformed("page/cursor", "This cursor was not given by this site.")


@lru_cache(maxsize=2)
def _cipher(key: str) -> AESGCM:
    return AESGCM(hashlib.sha256(b"cursors|" + key.encode()).digest())
