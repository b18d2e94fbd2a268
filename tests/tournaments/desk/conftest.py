"""Tournaments that are played once for all tests of a module: what a test rules is taken back after it."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.games.accounts.conftest import nobody_has_tried, quick_passwords
from tests.games.clock.watch import Watch, wound
from tests.tournaments.desk.world import duels, played
from tests.tournaments.events.rounds.conftest import real_watch, watch
from tests.tournaments.events.rounds.world import duplicate
from tests.web.conftest import collected_static_files

__all__ = ["collected_static_files", "nobody_has_tried", "quick_passwords", "real_watch", "watch"]


@pytest.fixture(scope="module")
def time(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Watch]:
    """A database for a whole module, and its clock."""
    with django_db_blocker.unblock(), transaction.atomic(), wound() as watch:
        yield watch
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def played_swiss(time: Watch) -> str:
    return played(time, duels(), 4)


@pytest.fixture(scope="module")
def played_duplicate(time: Watch) -> str:
    return played(time, duplicate(rounds=2, is_rated=True, tie_breaks=["rows", "lots"]), 2, "Ada", "Bob", "Cleo", "Dan")


@pytest.fixture
def swiss(played_swiss: str, db: None) -> str:
    """A rated Swiss tournament of duels of which four rounds are played and the fifth is open."""
    return played_swiss


@pytest.fixture
def shared(played_duplicate: str, db: None) -> str:
    """A rated tournament over two rounds in which everybody had the same dice."""
    return played_duplicate
