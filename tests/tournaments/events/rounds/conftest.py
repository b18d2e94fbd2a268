"""The watch of these tests."""

from collections.abc import Iterator

import pytest

from tests.games.clock.watch import Watch, wound


@pytest.fixture
def watch(db: None) -> Iterator[Watch]:
    """A clock that a test moves."""
    with wound() as watch:
        yield watch


@pytest.fixture
def real_watch(transactional_db: None) -> Iterator[Watch]:
    """The same for tests whose threads or programs need to see what others have committed."""
    with wound() as watch:
        yield watch
