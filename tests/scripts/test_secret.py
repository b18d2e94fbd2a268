"""The secret key's file."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from brikks_site.secret import secret_key


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
