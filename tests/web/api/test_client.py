"""docs/client.py plays whole games through a really running site, against each kind of opponent."""

import ast
import json
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.registry import find
from engine.verify import report, verify
from games.accounts.callers import Viewer
from games.play.models import PlayerGame, SeatResult
from games.records.export import export_record
from tests.games.chaos.site import Site, running
from tests.games.chaos.supervised import ROOT
from tests.games.sample_tables import account
from tests.web.api.roles import program_of

CLIENT = ROOT / "docs" / "client.py"
PATIENCE = 300
"""Seconds in which even a busy machine plays a game."""

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at through /proc"),
    pytest.mark.slow,
]


@pytest.fixture
def site(tmp_path: Path, transactional_db: None) -> Iterator[Site]:
    """A whole site: bots are played by its worker."""
    with running(tmp_path, "web", "worker", "beat", settings_module="tests.games.live.server.settings") as site:
        yield site
        assert "Traceback" not in site.output()


def begin(site: Site, name: str, *words: str) -> subprocess.Popen[str]:
    """Start the program of somebody."""
    token = program_of(name, "read", "play").secret
    assert token
    command = [sys.executable, str(CLIENT), f"http://127.0.0.1:{site.port}", token, *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def end(process: subprocess.Popen[str]) -> Any:
    """What a program says in the end."""
    try:
        said, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 0, said
    return json.loads(said.splitlines()[-1])


def check(game: str, told: Any) -> None:
    """What a program was told is what the log says, and the record of its game passes every check."""
    stored = SeatResult.objects.filter(game=game).order_by("seat")
    assert told == [
        {name: getattr(result, name) for name in ("seat", "score", "place", "has_won", "has_forfeited")}
        for result in stored
    ]
    assert told
    assert report(verify(export_record(game, Viewer(account("Ada").pk))), ("chain", "dice", "rules", "result"))["ok"]


def test_the_program_plays_alone_and_against_every_bot(site: Site) -> None:
    opponents = [["solo"], *(["bot", name] for name in find("brikks", 1).bots)]
    for words, program in [(words, begin(site, "Ada", *words)) for words in opponents]:
        told = end(program)
        game = PlayerGame.objects.filter(bot=words[-1] if len(words) > 1 else "", game__card__variant=_variant(words))
        check(game.latest("joined_at").game_id, told)


def _variant(words: list[str]) -> str:
    return "solo" if words == ["solo"] else "standard"


def test_two_programs_play_against_each_other(site: Site) -> None:
    host = begin(site, "Ada", "host")
    assert host.stdout
    game, invite = host.stdout.readline().split()
    guest = begin(site, "Bob", "join", game, invite)
    told = end(guest)
    assert end(host) == told
    check(game, told)


def test_it_is_short_and_needs_nothing_but_python() -> None:
    source = CLIENT.read_text()
    assert len(source.splitlines()) < 100
    imported = {
        alias.name.partition(".")[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("told", "programs", "is_ours"),
    [
        ({"commitment": "c", "contributions": ["n", ""]}, 1, True),
        ({"commitment": "c", "contributions": ["m", "n"]}, 2, True),
        ({"commitment": "d", "contributions": ["n", ""]}, 1, False),
        ({"commitment": "c", "contributions": ["m", ""]}, 1, False),
        ({"commitment": "c", "contributions": ["n", "m"]}, 1, False),
        ({"scheme": "table"}, 1, False),
    ],
    ids=["ours", "of two", "other dice", "another number", "one too many", "on a table"],
)
def test_it_finds_out_dice_that_are_not_those_that_it_was_shown(told: object, programs: int, is_ours: bool) -> None:
    compare = runpy.run_path(str(CLIENT))["compare"]
    assert compare({"dice": told}, {"commitment": "c", "contribution": "n"}, programs) is is_ours
