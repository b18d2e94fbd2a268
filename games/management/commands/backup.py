"""`manage.py backup FILE`: copy the embedded database while games are being played."""

import sqlite3
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.errors import Refused
from games.integrity.backups.backup import back_up


class Command(BaseCommand):
    """The keys are not in it."""

    help = "Copy the embedded database to a file; the site may be running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to."""
        parser.add_argument("file", metavar="FILE", type=Path, help="the file to write")
        parser.add_argument("--force", action="store_true", help="replace the file if it is there")

    def handle(self, *args: Any, file: Path, force: bool, **options: Any) -> None:
        """Make the backup and say what is in it."""
        try:
            holds = back_up(file, overwrite=force)
        except Refused as refusal:
            raise CommandError(refusal.sentence) from None
        except (sqlite3.Error, OSError) as error:
            raise CommandError(f"There is no backup: {error}.") from None
        self.stdout.write(f"{file} holds {holds or 'an empty database'}.")
        self.stdout.write("Keys are not in a backup: keep a copy of the folder of keys, apart from this file.")
