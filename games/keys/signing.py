"""The Ed25519 key with which checkpoints are signed, those that did in the past, and the public keys of all of them.

The key comes from BRIKKS_SIGNING_KEY (a PKCS8 private key as PEM, unencrypted) or from `signing.pem` in the folder of
keys, made on the first use, but never in the place of one that was lost. It is read once per process: after a change of
key, restart. Public keys of the past are PEM files in the folder `retired` beside it, or PEM blocks one after the other
in BRIKKS_RETIRED_KEYS; both are read anew each time, so that what they signed can still be checked.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, TypedDict

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from django.conf import settings

from engine.checkpoint import Keys, key_id, load_keys
from games.keys import sources
from games.keys.usage import KeyLost, signers

RETIRED_VARIABLE: Final = "BRIKKS_RETIRED_KEYS"
RETIRED_FOLDER: Final = "retired"
_BLOCK: Final = re.compile(rb"-----BEGIN .*?(?=-----BEGIN |\Z)", re.DOTALL)


def retired_keys() -> Keys:
    """The retired public keys by their id."""
    keys: dict[str, Any] = {}
    for place, pem in _retired_sources():
        for id_, key in parse_public(pem, place):
            keys.setdefault(id_, key)
    return keys


def _retired_sources() -> Iterator[tuple[str, bytes]]:
    """The places of retired keys with what they hold."""
    for path in sorted((Path(settings.KEYS) / RETIRED_FOLDER).glob("*.pem")):
        yield sources.file(path), sources.read_file(path)
    if written := sources.read_variable(RETIRED_VARIABLE):
        yield sources.variable(RETIRED_VARIABLE), written.encode("utf-8", "replace")


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


def _no_key(place: str) -> sources.KeyUnusable:
    return sources.KeyUnusable(f"{place} holds something other than undamaged Ed25519 public keys as PEM.")


VARIABLE: Final = "BRIKKS_SIGNING_KEY"
FILE: Final = "signing.pem"


@dataclass(frozen=True, slots=True)
class SigningKey:
    """What signs, under the id that checkpoints name; only the public half can be shown."""

    id: str
    public_pem: str
    _private: Ed25519PrivateKey = field(repr=False, compare=False)

    def sign(self, text: bytes) -> bytes:
        """The signature of a text."""
        return self._private.sign(text)


def signing_key() -> SigningKey:
    """The key that signs today, made first if there is none."""
    written = sources.read_variable(VARIABLE)
    return _from_variable(written) if written else _from_file(_path())


def source() -> str:
    """Where the key comes from, as words in a sentence."""
    return VARIABLE if sources.read_variable(VARIABLE) else str(_path())


def _path() -> Path:
    return Path(settings.KEYS) / FILE


@cache
def _from_variable(written: str) -> SigningKey:
    return _parse(written.encode("utf-8", "replace"), sources.variable(VARIABLE))


@cache
def _from_file(path: Path) -> SigningKey:
    return _parse(sources.read_or_make(path, _new_pem), sources.file(path))


def _new_pem() -> bytes:
    """A new key, unless checkpoints were signed with one that is neither here nor retired."""
    retired = retired_keys()
    for id_, number in signers().items():
        if id_ not in retired:
            raise KeyLost(
                f"{sources.file(_path())} is missing, but checkpoint {number} was signed with the key {id_}. "
                f"Put it back from the backup of your keys, or its text into {VARIABLE}."
            )
    return Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _parse(pem: bytes, place: str) -> SigningKey:
    try:
        private = load_pem_private_key(pem, password=None)
    except TypeError:
        raise sources.KeyUnusable(f"{place} holds an encrypted private key; it has to be unencrypted.") from None
    except (ValueError, UnsupportedAlgorithm):
        raise sources.KeyUnusable(f"{place} does not hold a private key as PEM, or it is damaged.") from None
    if not isinstance(private, Ed25519PrivateKey):
        raise sources.KeyUnusable(f"{place} holds a private key of another kind than Ed25519.")
    public = private.public_key()
    pem_of_public = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode("ascii")
    return SigningKey(key_id(public.public_bytes_raw()), pem_of_public, private)


class PublishedKey(TypedDict):
    """A public key as everybody may see it."""

    id: str
    algorithm: str
    pem: str
    current: bool


def known_keys() -> Keys:
    """The public keys by their id, the current one first."""
    current = dict(parse_public(signing_key().public_pem.encode(), "The signing key"))
    return {**current, **{id_: key for id_, key in retired_keys().items() if id_ not in current}}


def published_keys() -> list[PublishedKey]:
    """The public keys as they are published, the current one first."""
    current = signing_key().id
    return [
        PublishedKey(id=id_, algorithm="Ed25519", pem=_as_pem(key), current=id_ == current)
        for id_, key in known_keys().items()
    ]


def _as_pem(key: Ed25519PublicKey) -> str:
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode("ascii")
