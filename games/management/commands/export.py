"""`manage.py export GAME [FILE]`: the record of a game, as somebody who audits it may see it."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.errors import Refused
from engine.log import is_id
from games.accounts.callers import Viewer
from games.log.models import Game
from games.records.export import export_record


class Command(BaseCommand):
    """One line of JSON, as `python3 -m engine verify` takes it."""

    help = "Write the record of a game to a file, or to standard output."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which game, and where to."""
        parser.add_argument("game", metavar="GAME", help="the id of the game")
        parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="a file that is not there yet")

    def handle(self, *args: Any, game: str, file: Path | None, **options: Any) -> None:
        """Export it; what is still sealed is not in it."""
        try:
            line = json.dumps(export_record(game, Viewer(is_auditor=True))) + "\n"
        except Refused as refusal:
            raise CommandError(_why_hidden(game) or refusal.sentence) from None
        if file is None:
            self.stdout.write(line, ending="")
        else:
            _write_new(file, line)


def _why_hidden(game: str) -> str | None:
    """Why a game is hidden from everybody, None if it is not; who may use the console may know that it is there."""
    if not is_id(game) or not Game.objects.filter(pk=game, deal__is_shared=True, deal__closed_at=None).exists():
        return None
    return f"The game {game} is played on a shared deal that is still open: it is hidden until the deal is closed."


def _write_new(file: Path, line: str) -> None:
    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(line)
    except OSError as error:
        raise CommandError(f"{file} cannot be written: {error.strerror}.") from None
