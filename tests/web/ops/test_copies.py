"""The scripts in deploy/ by which another machine keeps the checkpoints."""

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import own_database
from tests.prepared import lay_out

ROOT = Path(__file__).resolve().parents[3]
FETCH, GIVE = ROOT / "deploy" / "fetch-checkpoints", ROOT / "deploy" / "give-checkpoints"
MAKE = """
import django; django.setup()
from games.checkpoints.making import make_checkpoint
from games.services import Setup, create
from tests.games.tables import caller, people
create(Setup(variant="solo", levels=[1], seats=people(1)), caller("Ada"), "%s")
make_checkpoint()
"""


class Copies:
    """A site and a file of notes that somebody else keeps."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.file = folder / "notes"
        self.environment = environment

    def checkpoint(self) -> None:
        subprocess.run([sys.executable, "-c", MAKE % secrets.token_hex(8)], cwd=ROOT, env=self.environment, check=True)

    def fetch(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [FETCH, self.file, GIVE], env=self.environment, capture_output=True, text=True, check=False
        )


@pytest.fixture
def copies(tmp_path: Path) -> Iterator[Copies]:
    lay_out(tmp_path / "var")
    with own_database(is_prepared=True) as database:
        own = {"BRIKKS_VAR": str(tmp_path / "var"), "DJANGO_SETTINGS_MODULE": "brikks_site.settings", **database}
        yield Copies(tmp_path, {**os.environ, **own})


def test_each_fetch_adds_what_is_new_and_a_lost_history_is_noticed(copies: Copies) -> None:
    copies.checkpoint()
    assert copies.fetch().returncode == 0
    first = copies.file.read_text()
    assert first.startswith("brikks-checkpoint/1\n1\n")
    assert copies.fetch().returncode == 0
    assert copies.file.read_text() == first
    copies.checkpoint()
    assert copies.fetch().returncode == 0
    both = copies.file.read_text()
    assert both.startswith(first)
    assert both.count("brikks-checkpoint/1\n") == 2
    copies.file.write_text(both + both[len(first) :].replace("\n2\n", "\n7\n", 1))
    ahead = copies.fetch()
    assert ahead.returncode != 0
    assert "taken back to an earlier state" in ahead.stderr
    command = [sys.executable, "manage.py", "audit", "--workers", "1", "--checkpoints", str(copies.file)]
    copies.file.write_text(both)
    assert subprocess.run(command, cwd=ROOT, env=copies.environment, check=False).returncode == 0


def test_a_damaged_file_is_not_added_to(copies: Copies) -> None:
    copies.checkpoint()
    copies.file.write_text("half a note\n")
    done = copies.fetch()
    assert done.returncode == 1
    assert "does not end with a whole checkpoint" in done.stderr
    assert copies.file.read_text() == "half a note\n"


@pytest.mark.parametrize("asked", ["0; id", "$(id)", "-1", "manage.py shell", " "])
def test_the_other_machine_gets_nothing_but_checkpoints(asked: str) -> None:
    environment = {**os.environ, "SSH_ORIGINAL_COMMAND": asked}
    done = subprocess.run([GIVE], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert (done.stdout, done.stderr) == ("", "A number is wanted.\n")
