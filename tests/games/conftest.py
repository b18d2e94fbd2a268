"""The database of these tests is guarded like any other; only the tear-down may lift the guards."""

from collections.abc import Iterator

import pytest
from django.test import TransactionTestCase

from games.guards import lifted_in_test_database
from games.log.folding import memory
from games.services import callers


@pytest.fixture(scope="session", autouse=True)
def tear_down_without_guards() -> Iterator[None]:
    """Emptying the tables after a test with real transactions is what the guards are there to refuse."""
    tear_down = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]  # where Django empties them

    def lifted(case: TransactionTestCase) -> None:
        with lifted_in_test_database():
            tear_down(case)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lifted)
        yield


@pytest.fixture(autouse=True)
def no_memories() -> Iterator[None]:
    """What a process remembers of games does not outlive their database."""
    yield
    memory.clear()
    callers.forget()
