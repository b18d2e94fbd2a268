"""Every test begins with an empty Redis: the tables of the one before are rolled back, what Redis holds is not."""

import pytest
from django.conf import settings

from tests.tournaments.events.rounds.conftest import watch
from tests.tournaments.ratings.leaderboards.rows import flush
from tests.web.conftest import collected_static_files

__all__ = ["collected_static_files", "watch"]


@pytest.fixture(autouse=True)
def empty_redis() -> None:
    if settings.REDIS_URL:
        flush()
