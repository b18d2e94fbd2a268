"""Pages of leagues are tested as those of accounts are, with the static files collected."""

from tests.games.accounts.conftest import nobody_has_tried, quick_passwords
from tests.tournaments.events.rounds.conftest import watch
from tests.web.conftest import collected_static_files

__all__ = ["collected_static_files", "nobody_has_tried", "quick_passwords", "watch"]
