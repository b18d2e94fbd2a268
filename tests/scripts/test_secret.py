"""The secret key's file."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from brikks_site.config.storage import secret_key


def test_it_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "secret-key"
    key = secret_key(path)
    assert len(key) >= 50
    assert secret_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_first_starts_at_once_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: secret_key(tmp_path / "secret-key"), range(32)))
    assert len(keys) == 1
    assert [entry.name for entry in tmp_path.iterdir()] == ["secret-key"]


@pytest.mark.parametrize("damage", ["", "x" * 40 + "\n", "x" * 66, "ü" * 60 + "\n", "x" * 60 + "\0\n"])
def test_a_damaged_key_is_refused_and_left_as_it_is(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "secret-key"
    path.write_text(damage, encoding="utf-8")
    with pytest.raises(ImproperlyConfigured, match="does not hold a whole secret key"):
        secret_key(path)
    assert path.read_text(encoding="utf-8") == damage


def test_a_key_that_cannot_be_read_or_made_is_said_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="cannot be read: Is a directory"):
        secret_key(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(ImproperlyConfigured, match="cannot be made"):
        secret_key(tmp_path / "file" / "secret-key")
