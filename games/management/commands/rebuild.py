"""`manage.py rebuild`: make anew what follows from the logs, while games go on."""

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.audit.progress import Progress
from games.audit.rebuilding import PARTS, all_games, rebuild
from games.models import Game


class Command(BaseCommand):
    """Exit status 1 if some game could not be rebuilt."""

    help = "Make projections, snapshots and what the rows of games say beside their logs anew."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to make anew, and of which games."""
        parser.add_argument(
            "parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all of them if none is named"
        )
        parser.add_argument("--game", nargs="+", metavar="ID", help="only these games")

    def handle(self, *args: Any, parts: list[str], game: list[str] | None, **options: Any) -> None:
        """Go through the games; what cannot be rebuilt is named at the end."""
        unknown = [part for part in parts if part not in PARTS]
        if unknown:
            raise CommandError(f"“{unknown[0]}” is not one of {', '.join(PARTS)}.")
        games: Iterable[str] = game if game else all_games()
        total = len(game) if game else Game.objects.count()
        refused = []
        with Progress("games", total, is_shown=True) as progress:
            for one in games:
                if finding := rebuild(one, parts or list(PARTS)):
                    refused.append(finding)
                progress.advance(1)
        for finding in refused:
            self.stdout.write(str(finding))
        self.stdout.write(f"Rebuilt {progress.done - len(refused):,} of {progress.done:,} games.")
        if refused:
            raise SystemExit(1)
