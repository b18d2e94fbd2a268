"""The key that signs checkpoints."""

import dataclasses
import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from engine.checkpoint import check_signature, load_keys
from engine.errors import Malformed
from games.keys.signing import SigningKey, signing_key
from tests.games.keys import pems


def refusal_of_signing_key() -> str:
    with pytest.raises(ImproperlyConfigured) as refusal:
        signing_key()
    return str(refusal.value)


def test_it_is_made_once_and_only_its_owner_can_read_it(folder: Path) -> None:
    key = signing_key()
    path = folder / "signing.pem"
    assert path.read_text().startswith("-----BEGIN PRIVATE KEY-----\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert signing_key() is key


def test_the_file_is_read_once_per_process(folder: Path) -> None:
    key = signing_key()
    (folder / "signing.pem").write_text("changed under a running process")
    assert signing_key() is key


def test_another_folder_has_another_key(folder: Path, settings: Settings, tmp_path: Path) -> None:
    key = signing_key()
    settings.KEYS = tmp_path / "elsewhere"
    assert signing_key().id != key.id
    settings.KEYS = folder
    assert signing_key() is key


@pytest.mark.parametrize("written", [pems.private_pem(pems.ONE), pems.private_pem(pems.ONE).replace("\n", r"\n")])
def test_the_environment_comes_before_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    kept = signing_key()
    monkeypatch.setenv("BRIKKS_SIGNING_KEY", written)
    assert signing_key().id == pems.id_of(pems.ONE) != kept.id
    monkeypatch.setenv("BRIKKS_SIGNING_KEY", "")
    assert signing_key() is kept


def test_with_a_key_in_the_environment_no_file_is_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIKKS_SIGNING_KEY", pems.private_pem(pems.ONE))
    signing_key()
    assert not folder.exists()


def test_what_it_signs_is_checked_with_its_public_half(folder: Path) -> None:
    key = signing_key()
    keys = load_keys(key.public_pem.encode())
    assert keys is not None
    assert list(keys) == [key.id]
    note = pems.note_of(key)
    check_signature(note, keys)
    with pytest.raises(Malformed, match="signature of checkpoint 2 is wrong"):
        check_signature(note._replace(number=2), keys)


WRONG = [
    ("", "does not hold a private key as PEM, or it is damaged."),
    ("nonsense", "does not hold a private key as PEM, or it is damaged."),
    (pems.private_pem(pems.ONE).replace("M", "N", 3), "does not hold a private key as PEM, or it is damaged."),
    (pems.private_pem(pems.ONE)[:60], "does not hold a private key as PEM, or it is damaged."),
    (pems.public_pem(pems.ONE), "does not hold a private key as PEM, or it is damaged."),
    (pems.ENCRYPTED, "holds an encrypted private key; it has to be unencrypted."),
    (pems.ELLIPTIC_PRIVATE, "holds a private key of another kind than Ed25519."),
]
WRONG_NAMES = ["empty", "nonsense", "changed", "cut", "public", "encrypted", "another-kind"]


@pytest.mark.parametrize(("written", "words"), WRONG, ids=WRONG_NAMES)
def test_a_wrong_file_is_refused_by_its_name_and_left_as_it_is(folder: Path, written: str, words: str) -> None:
    path = folder / "signing.pem"
    folder.mkdir()
    path.write_text(written)
    assert refusal_of_signing_key() == f"The file {path} {words}"
    assert path.read_text() == written
    path.write_text(pems.private_pem(pems.ONE))
    assert signing_key().id == pems.id_of(pems.ONE), "a mended file is read again"


@pytest.mark.parametrize(("written", "words"), WRONG[1:], ids=WRONG_NAMES[1:])
def test_a_wrong_variable_is_refused_by_its_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch, written: str, words: str
) -> None:
    monkeypatch.setenv("BRIKKS_SIGNING_KEY", written)
    assert refusal_of_signing_key() == f"The environment variable BRIKKS_SIGNING_KEY {words}"
    assert not folder.exists()


def test_a_file_that_is_not_text_is_refused(folder: Path) -> None:
    folder.mkdir()
    (folder / "signing.pem").write_bytes(bytes(range(256)))
    assert refusal_of_signing_key().startswith(f"The file {folder / 'signing.pem'} does not hold")


def test_the_private_half_is_never_shown(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIKKS_SIGNING_KEY", pems.private_pem(pems.ONE))
    key = signing_key()
    shown = f"{key!r} {key} {key.public_pem}"
    assert repr(key) == f"SigningKey(id={key.id!r}, public_pem={key.public_pem!r})"
    assert "PRIVATE" not in shown
    assert pems.private_pem(pems.ONE).splitlines()[1] not in shown
    with pytest.raises(dataclasses.FrozenInstanceError):
        key.id = "0" * 16  # type: ignore[misc]
    assert isinstance(key, SigningKey)
