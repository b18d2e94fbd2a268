"""The public keys at their well-known addresses."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from engine.checkpoint import check_signature, load_keys
from games.keys.signing import signing_key
from tests.engine.platform_log import KEY_ID, PEM, SIGNER, exported
from tests.games.keys import pems

ROOT = Path(__file__).resolve().parents[2]
JSON = "/.well-known/brikks-keys.json"
TEXT = "/.well-known/brikks-keys.pem"
both = pytest.mark.parametrize("address", [JSON, TEXT])


@pytest.fixture(autouse=True)
def keys(db: None, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("BRIKKS_SIGNING_KEY", "BRIKKS_RETIRED_KEYS"):
        monkeypatch.delenv(name, raising=False)
    settings.KEYS = tmp_path / "keys"
    return tmp_path / "keys"


def test_it_lists_the_current_key_and_the_retired_ones(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIKKS_RETIRED_KEYS", PEM.decode())
    response = client.get(JSON)
    current = signing_key()
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    assert response.json() == {
        "format": "brikks-keys/1",
        "keys": [
            {"id": current.id, "algorithm": "Ed25519", "pem": current.public_pem, "current": True},
            {"id": KEY_ID, "algorithm": "Ed25519", "pem": PEM.decode(), "current": False},
        ],
    }


def test_the_text_holds_the_same_keys(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIKKS_RETIRED_KEYS", PEM.decode())
    response = client.get(TEXT)
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content.decode() == "".join(key["pem"] for key in client.get(JSON).json()["keys"])


def test_the_published_key_checks_what_this_site_signs(client: Client) -> None:
    note = pems.note_of(signing_key())
    keys = load_keys(client.get(TEXT).content)
    assert keys is not None
    check_signature(note, keys)


def test_the_download_serves_the_verifier_as_it_is(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BRIKKS_SIGNING_KEY", pems.private_pem(SIGNER))
    (tmp_path / "brikks-keys.pem").write_bytes(client.get(TEXT).content)
    (tmp_path / "game.json").write_text(json.dumps(exported()))
    options = ["--key", str(tmp_path / "brikks-keys.pem"), "--require", "signature", str(tmp_path / "game.json")]
    command = [sys.executable, "-m", "engine", "verify", *options]
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert json.loads(finished.stdout)["checks"]["signature"] == "ok"


@both
def test_it_may_be_kept_for_an_hour(client: Client, address: str) -> None:
    assert set(client.get(address)["Cache-Control"].split(", ")) == {"public", "max-age=3600"}


@both
def test_it_can_only_be_read(client: Client, address: str) -> None:
    head = client.head(address)
    assert (head.status_code, head.content) == (200, b"")
    for method in ("post", "put", "patch", "delete"):
        refused = getattr(client, method)(address)
        assert refused.status_code == 405
        assert "Cache-Control" not in refused


@both
def test_it_sets_no_cookie_and_asks_no_database(
    client: Client, address: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    signing_key()
    with django_assert_num_queries(0):
        response = client.get(address)
    assert response.status_code == 200
    assert not response.cookies


@both
def test_no_private_half_is_in_it(client: Client, keys: Path, address: str) -> None:
    shown = client.get(address).content.decode()
    _, private, _ = (keys / "signing.pem").read_text().splitlines()
    assert "PRIVATE" not in shown
    assert private not in shown


@both
def test_a_damaged_key_is_not_explained_to_visitors(keys: Path, address: str) -> None:
    keys.mkdir()
    (keys / "signing.pem").write_text("nonsense")
    response = Client(raise_request_exception=False).get(address)
    assert response.status_code == 503
    assert b"signing.pem" not in response.content
    assert "Cache-Control" not in response
