"""The watch of these tests."""

from tests.games.clock.conftest import watch

__all__ = ["watch"]
