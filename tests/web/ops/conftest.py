"""These tests use real transactions and look at what a process remembers."""

from collections.abc import Iterator

import pytest

from brikks_site.ops import readiness
from tests.games.conftest import no_memories, tear_down_without_guards  # noqa: F401


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """Every test finds out anew how the site is."""
    readiness.forget()
    yield
    readiness.forget()
