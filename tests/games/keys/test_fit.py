"""Keys that the database needs are never replaced by new ones: their loss is named, with what to do about it."""

import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as current
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from games.integrity import startup
from games.integrity.checkpoints import make_checkpoint
from games.keys.fit import require_fitting_keys
from games.keys.sealing import open_seed, seal_seed
from games.keys.signing import published_keys, signing_key
from games.keys.usage import KeyLost
from games.log.models import Game
from games.play.deals import make_deal
from games.play.models import Deal
from tests.games.keys import pems
from tests.games.sample_tables import table

OTHER = "0123456789abcdef" * 4


@pytest.fixture
def used(folder: Path) -> Path:
    """The folder of keys with which a game was dealt and a checkpoint signed."""
    table()
    assert make_checkpoint() == 1
    return folder


def moved(settings: Settings, used: Path, *lost: str) -> Path:
    """Another folder with the same keys but those that were lost."""
    settings.KEYS = used.with_name("moved")
    shutil.copytree(used, settings.KEYS)
    for name in lost:
        (settings.KEYS / name).unlink()
    return Path(settings.KEYS)


def refusal() -> str:
    with pytest.raises(KeyLost) as lost:
        require_fitting_keys()
    return str(lost.value)


def test_keys_that_are_there_fit(used: Path, settings: Settings) -> None:
    require_fitting_keys()
    moved(settings, used)
    require_fitting_keys()


def test_an_empty_database_needs_no_key_and_none_is_made(folder: Path) -> None:
    require_fitting_keys()
    assert not folder.exists()


def test_a_lost_signing_key_is_named_and_not_made_anew(used: Path, settings: Settings) -> None:
    signer = signing_key().id
    path = moved(settings, used, "signing.pem") / "signing.pem"
    assert refusal() == (
        f"The file {path} is missing, but checkpoint 1 was signed with the key {signer}. "
        "Put it back from the backup of your keys, or its text into BRIKKS_SIGNING_KEY."
    )
    for use in (signing_key, published_keys, make_checkpoint):
        Game.objects.update(checkpointed_seq=0)
        with pytest.raises(KeyLost):
            use()
    assert not path.exists()


def test_a_lost_deal_key_is_named_and_not_made_anew(used: Path, settings: Settings) -> None:
    path = moved(settings, used, "deal.key") / "deal.key"
    assert refusal() == (
        f"The file {path} is missing, but the database holds deals that were sealed with it. "
        "Put it back from the backup of your keys, or its text into BRIKKS_DEAL_KEY."
    )
    deal = Deal.objects.get()
    for use in (lambda: open_seed(deal.pk, deal.sealed_seed), lambda: seal_seed("d-1", bytes(32)), make_deal):
        with pytest.raises(KeyLost):
            use()
    assert not path.exists()


def test_another_deal_key_is_named_by_its_place(
    used: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = moved(settings, used) / "deal.key"
    path.write_text(OTHER)
    assert refusal().startswith(f"{path} holds another key than the one that has sealed deal {Deal.objects.get().pk}.")
    monkeypatch.setenv("BRIKKS_DEAL_KEY", OTHER)
    assert refusal().startswith("BRIKKS_DEAL_KEY holds another key")


def test_another_signing_key_is_refused_unless_the_old_one_is_retired(
    used: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = signing_key()
    folder = moved(settings, used, "signing.pem")
    (folder / "signing.pem").write_text(pems.private_pem(pems.ONE))
    assert refusal() == (
        f"Checkpoint 1 was signed with the key {old.id}, which is neither that of {folder / 'signing.pem'} nor among "
        f"those in {folder / 'retired'} or BRIKKS_RETIRED_KEYS. Put it back from the backup of your keys."
    )
    monkeypatch.setenv("BRIKKS_RETIRED_KEYS", old.public_pem)
    require_fitting_keys()


def test_a_retired_key_lets_a_new_one_be_made(used: Path, settings: Settings) -> None:
    old = signing_key()
    folder = moved(settings, used, "signing.pem")
    (folder / "retired").mkdir()
    (folder / "retired" / "old.pem").write_text(old.public_pem)
    require_fitting_keys()
    assert signing_key().id != old.id
    table()
    assert make_checkpoint() == 2
    shutil.rmtree(folder / "retired")
    assert refusal().startswith(f"Checkpoint 1 was signed with the key {old.id}")


def test_one_damaged_deal_says_nothing_about_the_key(used: Path) -> None:
    table()
    damaged = Game.objects.order_by("-last_at")[0].deal
    assert damaged is not None
    Deal.objects.filter(pk=damaged.pk).update(sealed_seed="1:" + "A" * 80)
    require_fitting_keys()


def test_the_site_does_not_start_without_them(used: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    path = moved(settings, used, "deal.key") / "deal.key"
    monkeypatch.setattr(connection, "close", lambda: None)
    assert f"{path} is missing" in startup._problem()
    settings.STATIC_ROOT = used.with_name("static")
    with pytest.raises(CommandError, match=r"deal\.key is missing, .* backup of your keys"):
        call_command("prepare")
    assert not path.exists()


def test_the_audit_does_not_begin_without_them(used: Path, settings: Settings) -> None:
    folder = moved(settings, used, "signing.pem")
    with pytest.raises(CommandError, match=r"signing\.pem is missing, .* backup of your keys"):
        call_command("audit", "--workers", "1", stdout=StringIO())
    assert not (folder / "signing.pem").exists()
    assert folder == Path(current.KEYS)
