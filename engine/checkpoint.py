"""Signed checkpoints: the note that vouches for the heads of many games, how it is written and checked, and a series of
notes as somebody keeps it, each signed with a key that they trust and following the one before.

The platform has the key and signs. Signatures need the `cryptography` package, without which they stay unchecked.
Whoever fetches notes asks for the last one that they have once more, so that a site that has another one in its place
is found out at once, and not only when it signs the next.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from typing import Any, Final, NamedTuple

from engine.errors import Malformed, Refused
from engine.log import FIRST_PREVIOUS, is_time
from engine.merkle import root_of_path

FORMAT: Final = "brikks-checkpoint/1"
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_KEY_ID: Final = re.compile(r"[0-9a-f]{16}")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,15}")
_PEM: Final = re.compile(rb"-----BEGIN PUBLIC KEY-----.*?-----END PUBLIC KEY-----", re.DOTALL)

Keys = Mapping[str, Any]
"""Public keys by their id."""


class Note(NamedTuple):
    """What a checkpoint says, and its signature."""

    number: int
    at: str
    previous: str
    root: str
    key_id: str
    signature: bytes

    @property
    def signed(self) -> bytes:
        """The text that is signed."""
        return signed_text(self.number, self.at, self.previous, self.root, self.key_id)


def signed_text(number: int, at: str, previous: str, root: str, key_id: str) -> bytes:
    """The lines of a note before its signature, each ended by a newline."""
    return "".join(f"{line}\n" for line in (FORMAT, number, at, previous, root, key_id)).encode()


def write_note(signed: bytes, signature: bytes) -> str:
    """The whole text of a note: what is signed, and the signature as its last line."""
    return f"{signed.decode()}{b64encode(signature).decode()}\n"


def note_hash(note: str) -> str:
    """What the next note says of this one."""
    return sha256(note.encode()).hexdigest()


def parse_note(text: Any) -> Note:
    """The note in a text, refused unless every line is as it should be."""
    lines = text.split("\n") if isinstance(text, str) else []
    if len(lines) != 8 or lines[0] != FORMAT or lines[7]:
        raise _damaged("the note is not one of this format")
    _, number, at, previous, root, key_id, signature, _ = lines
    if not (_NUMBER.fullmatch(number) and is_time(at) and _KEY_ID.fullmatch(key_id)):
        raise _damaged("the note's number, time or key id is damaged")
    if not (_HASH.fullmatch(previous) and _HASH.fullmatch(root)):
        raise _damaged("the note's hashes are damaged")
    return Note(int(number), at, previous, root, key_id, _read_base64(signature))


def _read_base64(text: str) -> bytes:
    """The bytes of a text that is written in the only way in which they can be."""
    try:
        found = b64decode(text, validate=True)
    except (Base64Error, ValueError):
        found = b""
    if not found or b64encode(found).decode() != text:
        raise _damaged("the note's signature is not base64")
    return found


def check_proof(note: Note, proof: Any) -> str:
    """The leaf that a proof shows to be under a note's root, refused if it does not."""
    if not isinstance(proof, dict) or not isinstance(proof.get("leaf"), str):
        raise _damaged("the proof names no leaf")
    leaf: str = proof["leaf"]
    index, size, path = proof.get("index"), proof.get("size"), proof.get("path")
    if type(index) is not int or type(size) is not int or not isinstance(path, list):
        raise _damaged("the proof is incomplete")
    if not all(isinstance(step, str) and _HASH.fullmatch(step) for step in path):
        raise _damaged("the proof's path is damaged")
    found = root_of_path(leaf.encode("utf-8", "replace"), index, size, [bytes.fromhex(step) for step in path])
    if found is None or found.hex() != note.root:
        raise _damaged("the proof does not lead to the note's root")
    return leaf


def load_keys(pem: bytes) -> Keys | None:
    """The Ed25519 public keys in a file by their id, None if signatures cannot be checked here."""
    try:
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        from cryptography.hazmat.primitives.serialization import load_pem_public_key
    except ImportError:
        return None
    keys = {}
    for block in _PEM.findall(pem):
        with suppress(UnsupportedAlgorithm):
            key = load_pem_public_key(block)
            if isinstance(key, Ed25519PublicKey):
                keys[key_id(key.public_bytes_raw())] = key
    return keys


def key_id(raw: bytes) -> str:
    """The id of a public key, from its raw 32 bytes."""
    return sha256(raw).hexdigest()[:16]


def check_signature(note: Note, keys: Keys) -> None:
    """Refuse a note that none of the given keys has signed."""
    from cryptography.exceptions import InvalidSignature

    if note.key_id not in keys:
        raise _damaged(f"the note is signed with key {note.key_id}, which is not among the given ones")
    try:
        keys[note.key_id].verify(note.signature, note.signed)
    except InvalidSignature:
        raise _damaged(f"the signature of checkpoint {note.number} is wrong") from None


def _damaged(reason: str) -> Malformed:
    return Malformed("checkpoint/damaged", "{reason}", reason=reason[:1].upper() + reason[1:] + ".")


LINES: Final = 7
"""How many lines a note has."""


class Unfit(Exception):
    """The notes do not continue those that are kept; the sentence says why."""


def split_notes(lines: Iterable[str]) -> Iterator[str]:
    """The texts of the notes that stand one after the other; the last may be cut off."""
    filled = (f"{line.rstrip()}\n" for line in lines if line.strip())
    while text := "".join(islice(filled, LINES)):
        yield text


def continued(kept: str, given: Iterator[str], keys: Keys) -> list[str]:
    """The notes that are new among those given, which begin with the last one that is kept ("" if none is).

    Refused as a whole if a single one is unsigned, left out, or another than the one that is kept or linked to.
    """
    previous, number = FIRST_PREVIOUS, 0
    new: list[str] = []
    if kept:
        previous, number = note_hash(kept), _signed(kept, keys).number
        _require_same(next(given, ""), kept, number, keys)
    for text in given:
        note = _signed(text, keys)
        if note.number != number + 1:
            raise Unfit(f"GAP: after checkpoint {number} comes checkpoint {note.number}.")
        if note.previous != previous:
            raise Unfit(f"FORK: checkpoint {note.number} does not follow the checkpoint {number} that was kept.")
        previous, number = note_hash(text), note.number
        new.append(text)
    return new


def _require_same(text: str, kept: str, number: int, keys: Keys) -> None:
    """Refuse a site that has not got the last note that is kept, or another one in its place."""
    if text == kept:
        return
    if text and _signed(text, keys).number == number:
        raise Unfit(f"FORK: the site has another checkpoint {number} than the one that was kept.")
    raise Unfit(f"LOST: the site has not got checkpoint {number} any more, which was kept.")


def _signed(text: str, keys: Keys) -> Note:
    try:
        note = parse_note(text)
        check_signature(note, keys)
    except Refused as refusal:
        raise Unfit(f"A note cannot be kept. {refusal.sentence}") from None
    return note
