"""Keys are tested in a folder of their own, with none in the environment, and a database that needs none yet."""

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture
def folder(db: None, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of keys, not yet made."""
    for name in ("BRIKKS_SIGNING_KEY", "BRIKKS_RETIRED_KEYS", "BRIKKS_DEAL_KEY"):
        monkeypatch.delenv(name, raising=False)
    settings.KEYS = tmp_path / "keys"
    return tmp_path / "keys"
