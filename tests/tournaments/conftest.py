"""Clubs are tested on the same guarded database as games."""

from tests.games.conftest import no_memories, tear_down_without_guards

__all__ = ["no_memories", "tear_down_without_guards"]
