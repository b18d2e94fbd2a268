"""The public keys that this installation signs with or ever signed with."""

from typing import TypedDict

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engine.checkpoint import Keys
from games.keys.retired import parse_public, retired_keys
from games.keys.signing import signing_key


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


def published() -> list[PublishedKey]:
    """The public keys as they are published, the current one first."""
    current = signing_key().id
    return [
        PublishedKey(id=id_, algorithm="Ed25519", pem=_write(key), current=id_ == current)
        for id_, key in known_keys().items()
    ]


def _write(key: Ed25519PublicKey) -> str:
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode("ascii")
