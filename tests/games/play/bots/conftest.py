"""Every test begins with an empty broker; the watch is that of the clocks."""

from collections.abc import Iterator

import pytest

from tests.games.clock.watch import Watch, wound
from tests.games.play.bots.waiting_calls import waiting_calls


@pytest.fixture(autouse=True)
def no_calls() -> None:
    """What other tests have called for is none of ours."""
    waiting_calls()


@pytest.fixture
def watch(transactional_db: None) -> Iterator[Watch]:
    """A clock that a test moves; calls are made when something is really committed."""
    with wound() as watch:
        yield watch
