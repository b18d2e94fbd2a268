"""Every test begins with an empty Redis: the tables of the one before are rolled back, what Redis holds is not."""

import pytest
from django.conf import settings

from tests.tournaments.leaderboards.rows import flush
from tests.tournaments.rounds.conftest import watch
from tests.web.conftest import collected_static_files

__all__ = ["collected_static_files", "watch"]


@pytest.fixture(autouse=True)
def empty_redis() -> None:
    if settings.REDIS_URL:
        flush()
