"""A token that is deleted opens nothing any more, whichever process has deleted it and whichever has known it."""

import json
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from games.accounts.models import Token
from tests.games.chaos.site import Site, running
from tests.games.tables import command, open_table
from tests.scripts.processes import PATIENCE_SECONDS
from tests.web.api.calls import ROOT
from tests.web.api.roles import program_of

pytestmark = pytest.mark.slow


@pytest.fixture
def site(tmp_path: Path, transactional_db: None) -> Iterator[Site]:
    """A web server as `./run` starts it."""
    with running(tmp_path, "web", settings_module="tests.web.live.settings") as site:
        yield site
        assert "Traceback" not in site.output()


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at through /proc")
def test_a_token_that_another_process_has_deleted_is_refused_at_once(site: Site) -> None:
    program, game = program_of("Ada"), open_table()
    assert [_ask(site.port, program.headers, game) for _ in range(3)] == [200, 200, 200]
    Token.objects.all().delete()
    assert _ask(site.port, program.headers, game) == 401


def _ask(port: int, headers: dict[str, str], game: str) -> int:
    """The status of the answer to whoever takes a seat, or has it already."""
    calling = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    body = json.dumps({"command_id": command()})
    try:
        calling.request("POST", f"{ROOT}/games/{game}/join", body, {**headers, "Content-Type": "application/json"})
        return calling.getresponse().status
    finally:
        calling.close()
