"""`manage.py import FILE`: take in the record of a game that was played elsewhere."""  # noqa: N999 - the name of the command

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.errors import Refused
from games.accounts.callers import SYSTEM_CALLER
from games.records.imports import import_record


class Command(BaseCommand):
    """The record belongs to no account."""

    help = "Import one game record; it stays apart from the games played here."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which file."""
        parser.add_argument("file", metavar="FILE", type=Path, help="a file with one record")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Check it and keep it."""
        try:
            game = import_record(file.read_bytes(), SYSTEM_CALLER)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
        except Refused as refusal:
            raise CommandError(f"{refusal.sentence} ({refusal.code})") from None
        self.stdout.write(f"Imported as {game.pk}.")
