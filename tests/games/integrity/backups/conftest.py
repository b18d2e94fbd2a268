"""A site of its own for each test: its database is a file in a folder of its own, and may be damaged and replaced."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from games.integrity.backups.backup import open_to_read, write_copy
from games.integrity.backups.check import database_replaced_by


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[Path]:
    """The file of an empty database that everything takes for the one in use."""
    if connection.vendor != "sqlite":
        pytest.skip("only the embedded database is backed up and restored by us")
    place = tmp_path / "var" / "brikks.sqlite3"
    place.parent.mkdir(mode=0o700)
    with open_to_read(Path(connection.settings_dict["NAME"])) as empty:
        write_copy(empty, place)
    with database_replaced_by(place):
        yield place
