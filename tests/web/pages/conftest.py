"""Pages of people are tested as those of accounts are."""

from tests.web.accounts.conftest import no_memories, nobody_has_tried, quick_passwords, tear_down_without_guards

__all__ = ["no_memories", "nobody_has_tried", "quick_passwords", "tear_down_without_guards"]
