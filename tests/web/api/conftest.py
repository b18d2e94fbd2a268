"""The interface is tested on the same guarded database as games, with one account for each role.

Bringing them together takes longer than most of the tests, so a module's tests share them: what each changes is taken
back after it.
"""

from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from tests.games.conftest import no_memories, tear_down_without_guards
from tests.web.api.roles import Cast, make_cast

__all__ = ["no_memories", "tear_down_without_guards"]


@pytest.fixture(scope="module")
def gathered(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    """One account for each role, at a table and in a club, brought together once."""
    with django_db_blocker.unblock(), transaction.atomic():
        made = make_cast()
        # Nothing is ever committed here.
        connection.run_on_commit.clear()
        yield made
        transaction.set_rollback(True)


@pytest.fixture
def cast(gathered: Cast, db: None) -> Cast:
    """The same, to be changed at will, also the accounts that are at hand."""
    return deepcopy(gathered)
