"""Permissions are tested on a guarded database, in a site on which everything is going on at once.

Setting it up takes seconds, so a module's tests share one: each changes it inside a transaction that is taken back.
"""

from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from brikks_site.ops import readiness
from tests.games.conftest import no_memories, tear_down_without_guards
from tests.web.permissions.world import World, make_world

__all__ = ["no_memories", "tear_down_without_guards"]


@pytest.fixture(scope="module", autouse=True)
def no_waiting() -> Iterator[None]:
    """Neither the hashing of passwords nor the limits on attempts are what is tested here."""
    hashers = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(PASSWORD_HASHERS=hashers, ACCOUNT_RATE_LIMITS=False, ACCOUNT_REAUTHENTICATION_TIMEOUT=86400):
        yield


@pytest.fixture(scope="module")
def lived_in(django_db_setup: None, django_db_blocker: DjangoDbBlocker, no_waiting: None) -> Iterator[World]:
    """The site, set up once."""
    with django_db_blocker.unblock(), transaction.atomic():
        made = make_world()
        # Nothing is ever committed here, and with every request taken back Django looks through all that waits for it.
        connection.run_on_commit.clear()
        yield made
        transaction.set_rollback(True)


@pytest.fixture
def world(lived_in: World, db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    """The site, to be changed at will; its clocks were last seen to when it was set up, which counts all the time."""
    monkeypatch.setattr(readiness, "LONGEST_SILENCE", float("inf"))
    return lived_in
