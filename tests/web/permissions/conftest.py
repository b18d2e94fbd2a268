"""Permissions are tested on a guarded database, in a site on which everything is going on at once."""

import pytest
from pytest_django.fixtures import Settings

from tests.games.conftest import no_memories, tear_down_without_guards
from tests.web.permissions.world import World, make_world

__all__ = ["no_memories", "tear_down_without_guards"]


@pytest.fixture(autouse=True)
def no_waiting(settings: Settings) -> None:
    """Neither the hashing of passwords nor the limits on attempts are what is tested here."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.ACCOUNT_RATE_LIMITS = False


@pytest.fixture
def world(db: None) -> World:
    """The site."""
    return make_world()
