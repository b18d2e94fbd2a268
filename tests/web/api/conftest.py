"""The interface is tested on the same guarded database as games, with one account for each role."""

import pytest

from tests.games.conftest import no_memories, tear_down_without_guards
from tests.web.api.roles import Cast, make_cast

__all__ = ["no_memories", "tear_down_without_guards"]


@pytest.fixture
def cast(db: None) -> Cast:
    """One account for each role, at a table and in a club."""
    return make_cast()
