"""What tests of backups do with a site: play, sign, back up, restore, and do harm to files."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import connections

from games.integrity.checkpoints import make_checkpoint
from games.log.models import Event
from tests.games.sample_tables import move, table

ROOT = Path(__file__).resolve().parents[4]


def play_and_sign(checkpoints: int) -> None:
    """A new game with a checkpoint after each of its moves."""
    game = table()
    for _ in range(checkpoints):
        move(game)
        make_checkpoint()


def run(command: str, *arguments: object, **options: Any) -> str:
    """What a command says; a restore asks nobody."""
    out = StringIO()
    call_command(command, *map(str, arguments), *_unasked(command), stdout=out, **options)
    return out.getvalue()


def _unasked(command: object) -> list[str]:
    return ["--yes"] if command == "restore" else []


def backed_up(place: Path, name: str = "backup.sqlite3") -> Path:
    """A backup of the site, beside its folder."""
    path = place.parent.parent / name
    run("backup", path)
    return path


def bodies() -> list[str]:
    """Everything that has happened."""
    return list(Event.objects.order_by("game", "seq").values_list("body", flat=True))


def bodies_in(path: Path) -> list[str]:
    """Everything that has happened according to a file."""
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return [body for [body] in database.execute("SELECT body FROM games_event ORDER BY game_id, seq")]


def harm(path: Path, *statements: str) -> None:
    """Do something to a database that its guards would refuse, and put them back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        guards = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            database.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            database.execute(statement)
        for _, definition in guards:
            database.execute(definition)


def ruin(path: Path) -> None:
    """Write nonsense into the middle of a database, where its events are."""
    connections.close_all()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [page] = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games_event'").fetchone()
        [size] = database.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size + 8)
        file.write(b"\xff" * 64)


def kept_aside(place: Path) -> list[Path]:
    """The databases that restoring has kept."""
    return sorted(place.parent.glob("brikks-before-*.sqlite3"))


def environment(place: Path) -> dict[str, str]:
    """What another process needs to run on a site; the keys are laid beside its database."""
    connections.close_all()
    shutil.copytree(settings.KEYS, place.parent / "keys", dirs_exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    return {**kept, "BRIKKS_VAR": str(place.parent), "PYTHONUNBUFFERED": "1"}


def in_a_process(place: Path, *arguments: object, **more: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of `manage.py` in a process of its own."""
    command = [sys.executable, "manage.py", *map(str, arguments), *_unasked(arguments[0])]
    return subprocess.run(
        command, cwd=ROOT, env={**environment(place), **more}, capture_output=True, text=True, timeout=120, check=False
    )
