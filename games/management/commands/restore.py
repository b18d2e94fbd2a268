"""`manage.py restore FILE`: put a backup in the place of the embedded database, after every check."""

import sqlite3
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from engine.errors import Refused
from games.integrity.backups.restore import Dialogue, Rollback, restore
from games.integrity.witness.file import WitnessUnreadable
from games.refusals import Conflict


def agreed() -> None:
    """Whoever calls has said so beforehand."""


def ask() -> None:
    """Refuse unless somebody at the terminal agrees."""
    if not sys.stdin.isatty():
        template = "There is no terminal to ask at: read who would hold which right, then add --yes."
        raise Conflict("backup/unasked", template)
    try:
        said = input("Restore it? Type yes: ")
    except (EOFError, KeyboardInterrupt):  # Ctrl-D and Ctrl-C are no answer either
        said = ""
    if said.strip().lower() != "yes":
        raise Conflict("backup/declined", "Nobody has said yes.")


class Command(BaseCommand):
    """The site must not be running."""

    help = "Check a backup and put it in the place of the embedded database; the site must be stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which backup, and what is known from elsewhere."""
        parser.add_argument("file", metavar="FILE", type=Path, help="a backup")
        parser.add_argument("--checkpoints", metavar="FILE", type=Path, help="signed notes that were kept elsewhere")
        parser.add_argument("--accept-older", action="store_true", help="even if what came later is lost")
        parser.add_argument(
            "--yes", action="store_true", help="do not ask whether these people shall have their rights"
        )

    def handle(self, *args: Any, file: Path, checkpoints: Path | None, accept_older: bool, **options: Any) -> None:
        """Restore it and say where the old database is."""
        talk = Dialogue(self.stdout.write, agreed if options["yes"] else ask)
        try:
            restored = restore(file, checkpoints, accept_older, talk)
        except Rollback as rollback:
            hint = "--accept-older restores the backup all the same."
            raise CommandError(f"Nothing was restored. {rollback.sentence} {hint}") from None
        except Refused as refusal:
            raise CommandError(f"Nothing was restored. {refusal.sentence}") from None
        except (ImproperlyConfigured, WitnessUnreadable) as error:  # a key, or what lies beside it, is lost or damaged
            raise CommandError(f"Nothing was restored. {error}") from None
        except (sqlite3.Error, OSError) as error:
            raise CommandError(f"The backup was not restored: {error}.") from None
        self.stdout.write(f"The database holds {restored.holds}.")
        if restored.forgotten:
            self.stderr.write(
                "That it is older than what was signed could not be remembered, so that nothing is signed until you"
                f" say: manage.py witness accept --by NAME --reason WHY ({restored.forgotten})"
            )
        elif restored.lost:
            self.stdout.write("That it is older than what was signed is remembered, and every audit will say so.")
        if restored.old is not None:
            self.stdout.write(f"What was there before is kept as {restored.old}.")
        self.stdout.write("Keys are not in a backup: those in use have been left as they are.")
