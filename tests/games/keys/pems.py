"""Private and public keys as PEM, of the right kind and of others, and a note signed as checkpoints are."""

from base64 import b64encode

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from engine.checkpoint import Note, key_id, parse_note, signed_text
from games.keys.signing import SigningKey

ONE = Ed25519PrivateKey.from_private_bytes(b"\x01" * 32)
TWO = Ed25519PrivateKey.from_private_bytes(b"\x02" * 32)
PLAIN = NoEncryption()


def private_pem(key: Ed25519PrivateKey, encryption: KeySerializationEncryption = PLAIN) -> str:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption).decode()


def public_pem(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def id_of(key: Ed25519PrivateKey) -> str:
    return key_id(key.public_key().public_bytes_raw())


ENCRYPTED = private_pem(ONE, BestAvailableEncryption(b"a password"))
ELLIPTIC = generate_private_key(SECP256R1())
ELLIPTIC_PRIVATE = ELLIPTIC.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, PLAIN).decode()
ELLIPTIC_PUBLIC = ELLIPTIC.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def note_of(signer: SigningKey) -> Note:
    """A note with this key's signature, written out and read back."""
    signed = signed_text(1, "2026-11-16T10:00:00.000000Z", "0" * 64, "a" * 64, signer.id)
    return parse_note(signed.decode() + b64encode(signer.sign(signed)).decode() + "\n")
