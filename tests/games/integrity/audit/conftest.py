"""One database for all tests of a module: each changes it inside a transaction that is taken back."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.games.integrity.audit.world import World, make_world, stones_known


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Everything that can happen, played once."""
    with django_db_blocker.unblock(), stones_known(), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)


@pytest.fixture
def world(played: World, db: None) -> Iterator[World]:
    """The same, to be changed at will."""
    yield played
    # What a test has broken is not for the tear-down to judge.
    transaction.set_rollback(True)
