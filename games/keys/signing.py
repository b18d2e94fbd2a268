"""The Ed25519 key with which checkpoints are signed.

It comes from BRIKKS_SIGNING_KEY (a PKCS8 private key as PEM, unencrypted) or from `signing.pem` in the folder of keys,
made on the first use, but never in the place of one that was lost. It is read once per process: after a change of key,
restart.
"""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from django.conf import settings

from engine.checkpoint import key_id
from games.keys import places
from games.keys.retired import retired_keys
from games.keys.used import KeyLost, signers

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
    written = places.read_variable(VARIABLE)
    return _from_variable(written) if written else _from_file(_path())


def place() -> str:
    """Where the key comes from, as words in a sentence."""
    return VARIABLE if places.read_variable(VARIABLE) else str(_path())


def _path() -> Path:
    return Path(settings.KEYS) / FILE


@cache
def _from_variable(written: str) -> SigningKey:
    return _parse(written.encode("utf-8", "replace"), places.variable(VARIABLE))


@cache
def _from_file(path: Path) -> SigningKey:
    return _parse(places.read_or_make(path, _new_pem), places.file(path))


def _new_pem() -> bytes:
    """A new key, unless checkpoints were signed with one that is neither here nor retired."""
    retired = retired_keys()
    for id_, number in signers().items():
        if id_ not in retired:
            raise KeyLost(
                f"{places.file(_path())} is missing, but checkpoint {number} was signed with the key {id_}. "
                f"Put it back from the backup of your keys, or its text into {VARIABLE}."
            )
    return Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _parse(pem: bytes, place: str) -> SigningKey:
    try:
        private = load_pem_private_key(pem, password=None)
    except TypeError:
        raise places.KeyUnusable(f"{place} holds an encrypted private key; it has to be unencrypted.") from None
    except (ValueError, UnsupportedAlgorithm):
        raise places.KeyUnusable(f"{place} does not hold a private key as PEM, or it is damaged.") from None
    if not isinstance(private, Ed25519PrivateKey):
        raise places.KeyUnusable(f"{place} holds a private key of another kind than Ed25519.")
    public = private.public_key()
    pem_of_public = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode("ascii")
    return SigningKey(key_id(public.public_bytes_raw()), pem_of_public, private)
