"""The pages of tournaments are tested as those of accounts are, with the static files collected."""

from tests.games.accounts.conftest import no_memories, nobody_has_tried, quick_passwords, tear_down_without_guards
from tests.tournaments.events.rounds.conftest import watch
from tests.web.conftest import collected_static_files

__all__ = [
    "collected_static_files",
    "no_memories",
    "nobody_has_tried",
    "quick_passwords",
    "tear_down_without_guards",
    "watch",
]
