"""Seeds at rest."""

import stat
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from games.keys.sealing import SeedUnreadable, _cipher, open_seed, seal_seed

SEED = bytes(range(32))
KEY = "0123456789abcdef" * 4


def refusal_of(deal: str, sealed: str) -> str:
    with pytest.raises(SeedUnreadable) as refusal:
        open_seed(deal, sealed)
    assert SEED.hex() not in str(refusal.value)
    return str(refusal.value)


def test_a_sealed_seed_opens_again(folder: Path) -> None:
    assert open_seed("d-1", seal_seed("d-1", SEED)) == SEED


def test_what_is_stored_is_versioned_and_never_twice_the_same(folder: Path) -> None:
    sealed = [seal_seed("d-1", SEED) for _ in range(100)]
    assert len(set(sealed)) == 100
    assert {(text[:2], len(text)) for text in sealed} == {("1:", 82)}


def test_what_is_stored_does_not_show_the_seed(folder: Path) -> None:
    sealed = seal_seed("d-1", SEED)
    raw = b64decode(sealed[2:])
    assert not any(SEED[start : start + 4] in raw for start in range(29))
    assert b64encode(SEED).decode().rstrip("=") not in sealed


def test_the_key_is_made_once_and_only_its_owner_can_read_it(folder: Path) -> None:
    seal_seed("d-1", SEED)
    made = (folder / "deal.key").read_text()
    assert len(bytes.fromhex(made)) == 32
    assert stat.S_IMODE((folder / "deal.key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    seal_seed("d-1", SEED)
    assert (folder / "deal.key").read_text() == made


@pytest.mark.parametrize("deal", ["d-2", "d-", "d-10", "", "D-1"])
def test_it_opens_for_no_other_deal(folder: Path, deal: str) -> None:
    assert "or for another deal" in refusal_of(deal, seal_seed("d-1", SEED))


def test_every_flipped_bit_is_noticed(folder: Path) -> None:
    raw = b64decode(seal_seed("d-1", SEED)[2:])
    for bit in range(8 * len(raw)):
        flipped = bytearray(raw)
        flipped[bit // 8] ^= 1 << bit % 8
        assert "does not open" in refusal_of("d-1", "1:" + b64encode(flipped).decode())


@pytest.mark.parametrize(
    "damage",
    [
        lambda sealed: "",
        lambda sealed: "2" + sealed[1:],
        lambda sealed: sealed[2:],
        lambda sealed: sealed[:-1],
        lambda sealed: sealed[:-4],
        lambda sealed: sealed + "\n",
        lambda sealed: sealed + "AAAA",
        lambda sealed: sealed[:10] + " " + sealed[10:],
        lambda sealed: sealed[:10] + "é" + sealed[11:],
        lambda sealed: SEED.hex(),
    ],
)
def test_what_is_written_otherwise_is_refused(folder: Path, damage: Callable[[str], str]) -> None:
    words = "The sealed seed of deal d-1 is damaged: it is not written as version 1."
    assert refusal_of("d-1", damage(seal_seed("d-1", SEED))) == words


def test_another_key_in_the_file_is_named(folder: Path, settings: Settings, tmp_path: Path) -> None:
    sealed = seal_seed("d-1", SEED)
    settings.KEYS = tmp_path / "elsewhere"
    assert refusal_of("d-1", sealed) == (
        "The sealed seed of deal d-1 does not open: it was sealed with another key than that of "
        f"{tmp_path}/elsewhere/deal.key, or for another deal, or it is damaged."
    )
    settings.KEYS = folder
    assert open_seed("d-1", sealed) == SEED


def test_the_environment_comes_before_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIKKS_DEAL_KEY", KEY)
    sealed = seal_seed("d-1", SEED)
    assert not folder.exists()
    monkeypatch.setenv("BRIKKS_DEAL_KEY", f" {KEY.upper()}\n")
    assert open_seed("d-1", sealed) == SEED
    monkeypatch.setenv("BRIKKS_DEAL_KEY", "00" * 32)
    assert "another key than that of BRIKKS_DEAL_KEY" in refusal_of("d-1", sealed)
    monkeypatch.delenv("BRIKKS_DEAL_KEY")
    assert "deal.key" in refusal_of("d-1", sealed)


WRONG = ["nonsense", KEY[:-1], KEY + "0", "g" + KEY[1:], KEY[:32] + " " + KEY[32:], "é" * 64]


@pytest.mark.parametrize("written", WRONG)
def test_a_wrong_variable_is_refused_by_its_name_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setenv("BRIKKS_DEAL_KEY", written)
    with pytest.raises(ImproperlyConfigured) as refusal:
        seal_seed("d-1", SEED)
    words = "The environment variable BRIKKS_DEAL_KEY does not hold a key for deals, which is 64 hex digits."
    assert str(refusal.value) == words


@pytest.mark.parametrize("written", ["", *WRONG])
def test_a_wrong_file_is_refused_by_its_name_alone_and_left_as_it_is(folder: Path, written: str) -> None:
    folder.mkdir()
    path = folder / "deal.key"
    path.write_text(written)
    with pytest.raises(ImproperlyConfigured) as refusal:
        seal_seed("d-1", SEED)
    assert str(refusal.value) == f"The file {path} does not hold a key for deals, which is 64 hex digits."
    assert path.read_text() == written


@pytest.mark.parametrize("count", [0, 16, 31, 33, 64])
def test_a_seed_of_another_length_is_refused_without_showing_it(folder: Path, count: int) -> None:
    with pytest.raises(ValueError, match=rf"^A seed has 32 bytes, not {count}\.$"):
        seal_seed("d-1", b"\xab" * count)


def test_the_key_is_never_shown(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIKKS_DEAL_KEY", KEY)
    shown = repr(_cipher())
    assert KEY not in shown
    assert repr(bytes.fromhex(KEY)) not in shown


def test_nothing_is_logged(folder: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> None:
    with caplog.at_level("DEBUG"):
        open_seed("d-1", seal_seed("d-1", SEED))
        refusal_of("d-2", seal_seed("d-1", SEED))
    assert caplog.records == []
    assert capsys.readouterr() == ("", "")
