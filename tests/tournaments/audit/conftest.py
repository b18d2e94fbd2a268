"""One database for all tests of a module: each changes it inside a transaction that is taken back."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.games.clock.watch import wound
from tests.games.integrity.audit.tampering import around_the_guards
from tests.tournaments.events.log.world import eventful
from tests.tournaments.events.rounds.world import FIRST, announced, pass_time, play_bots, settings


@pytest.fixture(scope="module")
def happened(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """A tournament in which everything has happened that can."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield eventful()
        transaction.set_rollback(True)


@pytest.fixture
def tournament(happened: str, db: None) -> Iterator[str]:
    """The same in a database without guards, to be changed at will."""
    with around_the_guards():
        yield happened
    # What a test has broken is not for the tear-down to judge.
    transaction.set_rollback(True)


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """A tournament whose first round bots have really played."""
    with django_db_blocker.unblock(), transaction.atomic(), wound() as watch:
        name = announced(settings(), "Mia", robots=4)
        pass_time(watch, FIRST)
        play_bots(name)
        yield name
        transaction.set_rollback(True)


@pytest.fixture
def swiss(played: str, db: None) -> Iterator[str]:
    """The same, to be changed at will."""
    yield played
    transaction.set_rollback(True)
