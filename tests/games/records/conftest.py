"""Times are told here as clocks tell them; by the interface, there is one account for each role."""

from tests.games.clock.conftest import watch
from tests.web.api.conftest import cast, gathered
from tests.web.conftest import collected_static_files

__all__ = ["cast", "collected_static_files", "gathered", "watch"]
