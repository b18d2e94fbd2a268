"""The watch of these tests."""

from collections.abc import Iterator

import pytest

from tests.games.clock.watch import Watch, wound


@pytest.fixture
def watch(db: None) -> Iterator[Watch]:
    """A clock that a test moves."""
    with wound() as watch:
        yield watch
