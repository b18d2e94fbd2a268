"""The signature check: notes, proofs and keys that do not vouch for this log."""

import copy

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.checkpoint import load_keys
from engine.protocol import Json
from engine.verify import report, verify
from tests.engine.platform_log import PEM, checkpoint, exported
from tests.engine.verify.tampering import KEYS, tampered


def test_a_stranger_s_key_is_not_trusted() -> None:
    document = exported()
    document["checkpoint"] = checkpoint(document, Ed25519PrivateKey.from_private_bytes(b"\x01" * 32))
    assert "not among the given ones" in verify(document, KEYS)["signature"]


def test_every_changed_character_of_the_note_is_found() -> None:
    document = exported("solo", (1,))
    note = document["checkpoint"]["note"]
    for at in range(len(note) - 1):
        spoiled = copy.deepcopy(document)
        spoiled["checkpoint"]["note"] = note[:at] + chr(ord(note[at]) ^ 1) + note[at + 1 :]
        assert verify(spoiled, KEYS)["signature"] not in ("ok", "absent", "unchecked"), at


@pytest.mark.parametrize(
    ("key", "value"),
    [("leaf", "g-1|1|00"), ("index", 1), ("index", -1), ("index", 2**70), ("size", 1), ("size", "5"), ("path", []),
     ("path", ["00" * 32] * 3), ("path", ["zz"]), ("path", None), ("leaf", "\ud800"), ("leaf", 3)],
)  # fmt: skip
def test_a_changed_proof_is_found(key: str, value: object) -> None:
    checks = tampered(lambda document: document["checkpoint"]["proof"].update({key: value}))
    assert checks["signature"] not in ("ok", "absent", "unchecked")


def test_a_checkpoint_that_covers_only_a_part_leaves_the_signature_unchecked() -> None:
    document = exported()
    document["checkpoint"] = checkpoint(document, at_event=4)
    checks = verify(document, KEYS)
    assert checks["signature"] == "unchecked"
    assert not report(checks, required=("signature",))["ok"]


@pytest.mark.parametrize("value", [1, [], {}, {"note": 5}, {"note": "x"}, "note"])
def test_a_checkpoint_of_another_shape_is_refused(value: object) -> None:
    checks = tampered(lambda document: document.update(checkpoint=value))
    assert checks["signature"] not in ("ok", "absent", "unchecked")


def test_a_note_ends_with_a_newline() -> None:
    def change(document: Json) -> None:
        document["checkpoint"]["note"] = document["checkpoint"]["note"].rstrip("\n")

    assert tampered(change)["signature"] == "The note is not one of this format."


UNKNOWN_KEY = b"-----BEGIN PUBLIC KEY-----\nMAswBQYDKgMEAwIAqg==\n-----END PUBLIC KEY-----\n"


def test_keys_of_other_kinds_in_the_file_are_passed_over() -> None:
    keys = load_keys(UNKNOWN_KEY + PEM)
    assert keys is not None
    assert verify(exported(), keys)["signature"] == "ok"
