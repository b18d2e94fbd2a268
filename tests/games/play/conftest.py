"""What the tests of the interface share: one account for each role, and the static files collected."""

from tests.web.api.conftest import cast, gathered
from tests.web.conftest import collected_static_files

__all__ = ["cast", "collected_static_files", "gathered"]
