"""The scripts in deploy/ by which another machine keeps the checkpoints."""

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from tests.databases import own_database
from tests.prepared import lay_out

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
FETCH, GIVE = ROOT / "deploy" / "fetch-checkpoints", ROOT / "deploy" / "give-checkpoints"
MAKE = """
import django; django.setup()
from games.integrity.checkpoints import make_checkpoint
from games.play import Setup, create
from tests.games.tables import caller, people
create(Setup(variant="solo", levels=[1], seats=people(1)), caller("Ada"), "%s")
make_checkpoint()
"""


FORK = """
import django; django.setup()
from engine.checkpoint import note_hash, signed_text, write_note
from games.keys.signing import signing_key
from games.models import Checkpoint
from games.log.guards import postgresql, sqlite
from games.log.guards.tables import guarded_tables
from django.db import connection
vendor = {"sqlite": sqlite, "postgresql": postgresql}[connection.vendor]
for statement in vendor.dropping_sql(guarded_tables()):
    connection.cursor().execute(statement)
last, key = Checkpoint.objects.order_by("-number").first(), signing_key()
[_, _, _, previous, root, *_] = last.note.splitlines()
signed = signed_text(last.number, "2026-01-01T00:00:00.000000Z", previous, root, key.id)
Checkpoint.objects.filter(pk=last.pk).update(note=write_note(signed, key.sign(signed)))
"""


class Copies:
    """A site and a file of notes that somebody else keeps, who was given its public key once."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.file, self.keys = folder / "notes", folder / "keys.pem"
        self.environment = environment

    def checkpoint(self) -> None:
        subprocess.run([sys.executable, "-c", MAKE % secrets.token_hex(8)], cwd=ROOT, env=self.environment, check=True)

    def fork(self) -> None:
        subprocess.run([sys.executable, "-c", FORK], cwd=ROOT, env=self.environment, check=True)

    def fetch(self) -> subprocess.CompletedProcess[str]:
        if not self.keys.exists():
            pem = load_pem_private_key(
                (Path(self.environment["BRIKKS_VAR"]) / "keys" / "signing.pem").read_bytes(), None
            )
            self.keys.write_bytes(pem.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
        return subprocess.run(
            [FETCH, self.keys, self.file, GIVE],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
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
    copies.file.write_text(both)
    # Laid beside the keys they are used without being named.
    beside = Path(copies.environment["BRIKKS_VAR"]) / "keys" / "notes"
    beside.write_text(both.replace("\n2\n", "\n3\n", 1))
    unnamed = [sys.executable, "manage.py", "audit", "--workers", "1"]
    told = subprocess.run(unnamed, cwd=ROOT, env=copies.environment, capture_output=True, text=True, check=False)
    assert (told.returncode, "Note 2 in notes proves nothing" in told.stdout) == (1, True)
    beside.unlink()
    command = [*unnamed, "--checkpoints", str(copies.file)]
    assert subprocess.run(command, cwd=ROOT, env=copies.environment, check=False).returncode == 0
    # That is only the end of it: tests/engine/test_notes.py has everything that is refused.
    copies.fork()
    done = copies.fetch()
    assert done.returncode == 1
    assert "FORK: the site has another checkpoint 2 than the one that was kept." in done.stderr
    assert copies.file.read_text() == both


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
