"""The database of these tests is guarded like any other; only the tear-down may lift the guards."""

from collections.abc import Iterator

import pytest
from django.test import TransactionTestCase

from games.accounts import callers
from games.log.state_cache import fold_memory
from tests.emptying import empty_database


@pytest.fixture(scope="session", autouse=True)
def tear_down_without_guards() -> Iterator[None]:
    """Emptying the tables after a test with real transactions is what the guards are there to refuse."""
    with pytest.MonkeyPatch.context() as patch:
        # Where Django empties them.
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda case: empty_database())
        yield


@pytest.fixture(autouse=True)
def no_memories() -> Iterator[None]:
    """What a process remembers of games does not outlive their database."""
    yield
    fold_memory.clear()
    callers.forget_actors()
