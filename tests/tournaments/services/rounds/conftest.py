"""The watch of the tests of rounds."""

from tests.tournaments.rounds.conftest import watch

__all__ = ["watch"]
