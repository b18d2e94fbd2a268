"""The watch of these tests."""

from tests.tournaments.rounds.conftest import watch

__all__ = ["watch"]
