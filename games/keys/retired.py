"""The public keys that signed checkpoints in the past, so that these can still be checked.

They are PEM files in the folder `retired` beside the signing key, or PEM blocks one after the other in
BRIKKS_RETIRED_KEYS. Both are read anew each time.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from engine.checkpoint import Keys, load_keys
from games.keys import places

VARIABLE: Final = "BRIKKS_RETIRED_KEYS"
FOLDER: Final = "retired"
_BLOCK: Final = re.compile(rb"-----BEGIN .*?(?=-----BEGIN |\Z)", re.DOTALL)


def retired_keys() -> Keys:
    """The retired public keys by their id."""
    keys: dict[str, Any] = {}
    for place, pem in _retired():
        for id_, key in parse_public(pem, place):
            keys.setdefault(id_, key)
    return keys


def _retired() -> Iterator[tuple[str, bytes]]:
    """The places of retired keys with what they hold."""
    for path in sorted((Path(settings.KEYS) / FOLDER).glob("*.pem")):
        yield places.file(path), places.read_file(path)
    if written := places.read_variable(VARIABLE):
        yield places.variable(VARIABLE), written.encode("utf-8", "replace")


def parse_public(pem: bytes, place: str) -> Iterator[tuple[str, Any]]:
    """The keys in a text; one that cannot be read is refused, since what it signed could not be checked."""
    blocks = _BLOCK.findall(pem)
    for block in blocks:
        yield from _parse_block(block, place).items()
    if not blocks:
        raise _no_key(place)


def _parse_block(block: bytes, place: str) -> Keys:
    try:
        found = load_keys(block)
    except ValueError:
        found = None
    if not found:
        raise _no_key(place)
    return found


def _no_key(place: str) -> places.KeyUnusable:
    return places.KeyUnusable(f"{place} holds something other than undamaged Ed25519 public keys as PEM.")
