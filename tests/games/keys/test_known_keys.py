"""The public keys, current and retired, with which checkpoints are checked."""

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from engine.checkpoint import check_signature
from engine.errors import Malformed
from games.keys.signing import known_keys, published_keys, signing_key
from tests.games.keys import pems


def retire(folder: Path, name: str, pem: str) -> Path:
    path = folder / "retired" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(pem)
    return path


def test_at_first_only_the_current_key_is_known(folder: Path) -> None:
    key = signing_key()
    assert published_keys() == [{"id": key.id, "algorithm": "Ed25519", "pem": key.public_pem, "current": True}]
    check_signature(pems.note_of(key), known_keys())


def test_a_retired_key_still_checks_what_it_signed(folder: Path, settings: Settings, tmp_path: Path) -> None:
    old = signing_key()
    settings.KEYS = tmp_path / "after the change"
    retire(settings.KEYS, "2026.pem", old.public_pem)
    new = signing_key()
    check_signature(pems.note_of(old), known_keys())
    check_signature(pems.note_of(new), known_keys())
    assert [(key["id"], key["current"]) for key in published_keys()] == [(new.id, True), (old.id, False)]


def test_without_being_retired_an_old_key_is_unknown(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = pems.note_of(signing_key())
    monkeypatch.setenv("BRIKKS_SIGNING_KEY", pems.private_pem(pems.ONE))
    with pytest.raises(Malformed, match="not among the given ones"):
        check_signature(note, known_keys())


def test_retired_keys_come_from_files_by_name_and_then_from_the_environment(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    b, a, c = (Ed25519PrivateKey.generate() for _ in range(3))
    retire(folder, "b.pem", pems.public_pem(b))
    retire(folder, "a.pem", pems.public_pem(a))
    retire(folder, "a note.txt", "passed over")
    monkeypatch.setenv("BRIKKS_RETIRED_KEYS", (pems.public_pem(c) + pems.public_pem(a)).replace("\n", r"\n"))
    assert list(known_keys()) == [signing_key().id, *map(pems.id_of, (a, b, c))]


def test_the_published_file_can_be_kept_as_it_is_when_its_key_is_retired(folder: Path) -> None:
    retire(folder, "older.pem", pems.public_pem(pems.ONE))
    everything = "".join(key["pem"] for key in published_keys())
    retire(folder, "download.pem", everything)
    assert [key["id"] for key in published_keys()] == [signing_key().id, pems.id_of(pems.ONE)]
    assert [key["current"] for key in published_keys()] == [True, False]


WRONG = {
    "empty": "",
    "nonsense": "nonsense",
    "private": pems.private_pem(pems.ONE),
    "another-kind": pems.ELLIPTIC_PUBLIC,
    "cut": pems.public_pem(pems.ONE)[:60],
    "changed": pems.public_pem(pems.ONE).replace("M", "N", 1),
    "one-of-two": pems.public_pem(pems.ONE) + pems.public_pem(pems.TWO)[:60],
    "private-after-public": pems.public_pem(pems.ONE) + pems.private_pem(pems.TWO),
}


@pytest.mark.parametrize("written", WRONG.values(), ids=WRONG)
def test_a_wrong_file_is_refused_by_its_name(folder: Path, written: str) -> None:
    path = retire(folder, "old.pem", written)
    with pytest.raises(ImproperlyConfigured) as refusal:
        known_keys()
    assert str(refusal.value) == f"The file {path} holds something other than undamaged Ed25519 public keys as PEM."


def test_a_wrong_variable_is_refused_by_its_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIKKS_RETIRED_KEYS", "nonsense")
    with pytest.raises(ImproperlyConfigured, match=r"^The environment variable BRIKKS_RETIRED_KEYS holds something"):
        published_keys()


def test_no_private_half_is_published(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIKKS_SIGNING_KEY", pems.private_pem(pems.ONE))
    shown = json.dumps(published_keys()) + repr(known_keys())
    assert "PRIVATE" not in shown
    assert pems.private_pem(pems.ONE).splitlines()[1] not in shown
    assert (b"\x01" * 32).hex() not in shown
