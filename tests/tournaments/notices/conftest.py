"""Notices are tested by the watch of the rounds."""

from tests.tournaments.rounds.conftest import watch

__all__ = ["watch"]
