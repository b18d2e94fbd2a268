"""What these tests share: a guarded database, quick passwords, and a cache in which nobody has tried anything yet."""

import pytest
from pytest_django.fixtures import Settings

from tests.games.accounts.browsers import forget_attempts
from tests.games.conftest import no_memories, tear_down_without_guards
from tests.web.conftest import collected_static_files

__all__ = ["collected_static_files", "no_memories", "tear_down_without_guards"]


@pytest.fixture(autouse=True)
def quick_passwords(settings: Settings) -> None:
    """Hashing a password takes long on purpose, which is not what is tested here."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def nobody_has_tried() -> None:
    """Attempts are counted in the cache."""
    forget_attempts()
