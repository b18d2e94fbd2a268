"""A real web server on the database of each test, which is guarded like any other."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.chaos.site import Site, running
from tests.games.conftest import no_memories, tear_down_without_guards
from tests.web.conftest import collected_static_files

__all__ = ["collected_static_files", "no_memories", "tear_down_without_guards"]

SETTINGS = "tests.games.live.server.settings"
collect_ignore_glob = [] if sys.platform == "linux" else ["test_*.py"]
"""Processes are looked at through /proc, which only Linux has."""


@pytest.fixture(scope="session")
def shared_site(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One web server as `./run` starts it, for all tests that leave it as it is."""
    with running(tmp_path_factory.mktemp("site"), "web", settings_module=SETTINGS) as site:
        yield site
        assert "Traceback" not in site.output()


@pytest.fixture
def site(shared_site: Site, transactional_db: None) -> Site:
    """The web server, on a database that the test finds empty."""
    return shared_site


@pytest.fixture
def own_site(tmp_path: Path, transactional_db: None) -> Iterator[Site]:
    """A web server that the test may kill or stop."""
    with running(tmp_path, "web", settings_module=SETTINGS) as site:
        yield site
