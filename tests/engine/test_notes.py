"""`python -m engine notes`: what somebody who keeps notes takes, and what they are warned of."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engine.checkpoint import key_id, note_hash, signed_text, write_note
from engine.cli.main import main
from engine.log import FIRST_PREVIOUS

OURS, OTHERS = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()


def note(number: int, previous: str, key: Ed25519PrivateKey = OURS, root: str = "ab" * 32) -> str:
    """A note as the site would sign it."""
    id_ = key_id(key.public_key().public_bytes_raw())
    signed = signed_text(number, f"2026-11-18T12:00:0{number}.000000Z", previous, root, id_)
    return write_note(signed, key.sign(signed))


FIRST = note(1, FIRST_PREVIOUS)
SECOND = note(2, note_hash(FIRST))
THIRD = note(3, note_hash(SECOND))
OTHER_SECOND = note(2, note_hash(FIRST), root="cd" * 32)


class Keeper:
    """Somebody with a file of notes, who was given the site's public key."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.key, self.kept, self.come = folder / "key.pem", folder / "notes", folder / "notes.new"
        self.key.write_bytes(OURS.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))

    def take(self, kept: str, come: str) -> tuple[int, str, str]:
        """Status, what is to be added, and what is said."""
        self.kept.write_text(kept)
        self.come.write_text(come)
        status = main(["notes", "--key", str(self.key), "--after", str(self.kept), str(self.come)])
        told = self.capsys.readouterr()
        return status, told.out, told.err


@pytest.fixture
def keeper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Keeper:
    return Keeper(tmp_path, capsys)


@pytest.mark.parametrize(
    ("kept", "come", "new"),
    [
        ("", "", ""),
        ("", FIRST + SECOND, FIRST + SECOND),
        (FIRST, FIRST, ""),
        (FIRST, FIRST + SECOND + THIRD, SECOND + THIRD),
        (FIRST + SECOND, SECOND + THIRD, THIRD),
    ],
)
def test_what_is_signed_and_follows_is_new(keeper: Keeper, kept: str, come: str, new: str) -> None:
    assert keeper.take(kept, come) == (0, new, "")


@pytest.mark.parametrize(
    ("kept", "come", "told"),
    [
        (FIRST + SECOND, OTHER_SECOND, "FORK: the site has another checkpoint 2 than the one that was kept."),
        (FIRST + SECOND, OTHER_SECOND + THIRD, "FORK: the site has another checkpoint 2"),
        (FIRST, FIRST + OTHER_SECOND + THIRD, "FORK: checkpoint 3 does not follow the checkpoint 2 that was kept."),
        ("", note(1, "ab" * 32), "FORK: checkpoint 1 does not follow"),
        (FIRST, FIRST + THIRD, "GAP: after checkpoint 1 comes checkpoint 3."),
        ("", SECOND, "GAP: after checkpoint 0 comes checkpoint 2."),
        (FIRST + SECOND, "", "LOST: the site has not got checkpoint 2 any more"),
        (FIRST + SECOND, THIRD, "LOST: the site has not got checkpoint 2 any more"),
        (FIRST, FIRST + SECOND.replace("\nabab", "\nacac"), "The signature of checkpoint 2 is wrong."),
        (FIRST, FIRST + note(2, note_hash(FIRST), OTHERS), "which is not among the given ones"),
        (FIRST, FIRST + SECOND[:-20], "A note cannot be kept."),
        (FIRST[:-20], FIRST, "A note cannot be kept."),
    ],
)
def test_nothing_is_taken_when_a_single_note_is_not_in_order(keeper: Keeper, kept: str, come: str, told: str) -> None:
    status, new, said = keeper.take(kept, come)
    assert (status, new) == (1, "")
    assert told in said
    assert said.endswith("Nothing was kept.\n")


def test_without_a_way_to_check_signatures_nothing_is_taken(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.cli.main.load_keys", lambda pem: None)
    status, new, said = keeper.take("", FIRST)
    assert (status, new) == (1, "")
    assert "the package cryptography is missing" in said
