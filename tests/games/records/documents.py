"""Records of games that were played here, and the command line that checks them offline."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from engine.protocol import Json
from games.accounts.callers import ANYBODY, Viewer
from games.integrity.checkpoints import make_checkpoint
from games.keys.signing import published_keys
from games.records.export import export_record
from tests.games.sample_tables import play_out, table

ROOT = Path(__file__).resolve().parents[3]
EVERYTHING = ("chain", "dice", "rules", "result", "signature")
ALL_OK = dict.fromkeys(EVERYTHING, "ok")
_kept: dict[str, str] = {}


def export(game: str, viewer: Viewer = ANYBODY) -> Json:
    """The record of a game, as it comes out of a file."""
    document: Json = json.loads(json.dumps(export_record(game, viewer)))
    return document


def finished() -> Json:
    """The record of a finished game of three under a checkpoint; played once for all tests, given out as a copy."""
    if not _kept:
        game = table(seats=3)
        play_out(game)
        table()
        make_checkpoint()
        _kept["finished"] = json.dumps(export(game))
    document: Json = json.loads(_kept["finished"])
    return document


def verify_offline(documents: Sequence[Any], required: Sequence[str] = EVERYTHING) -> list[Json]:
    """What `python -m engine verify` says of each document, with nothing but the published keys to go by."""
    with TemporaryDirectory() as folder:
        keys = Path(folder) / "keys.pem"
        keys.write_text("".join(key["pem"] for key in published_keys()))
        command = [sys.executable, "-m", "engine", "verify", "--key", str(keys)]
        lines = [document if isinstance(document, str) else json.dumps(document) for document in documents]
        done = subprocess.run(
            [*command, *(["--require", ",".join(required)] if required else [])],
            cwd=ROOT,
            input="".join(f"{line}\n" for line in lines),
            capture_output=True,
            text=True,
            check=False,
            env={},
        )
    assert done.stderr == ""
    verdicts: list[Json] = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == int(not all(verdict["ok"] for verdict in verdicts))
    assert len(verdicts) == len(documents)
    return verdicts
