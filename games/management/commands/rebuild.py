"""`manage.py rebuild`: make anew what follows from the logs, while games go on."""

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.extension import rebuilds
from games.integrity.audit.findings import Finding
from games.integrity.audit.rebuild import PARTS, all_games, rebuild
from games.log.models import Game
from games.progress import Progress


class Command(BaseCommand):
    """Exit status 1 if something could not be rebuilt."""

    help = "Make projections, snapshots and what rows say beside their logs anew, of games and of all that has a log."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to make anew, and of which games."""
        parser.add_argument(
            "parts", nargs="*", metavar="PART", help=f"{', '.join(known_parts())}; all of them if none is named"
        )
        parser.add_argument("--game", nargs="+", metavar="ID", help="only these games")

    def handle(self, *args: Any, parts: list[str], game: list[str] | None, **options: Any) -> None:
        """Go through the games; what cannot be rebuilt is named at the end."""
        unknown = [part for part in parts if part not in known_parts()]
        if unknown:
            raise CommandError(f"“{unknown[0]}” is not one of {', '.join(known_parts())}.")
        refused: list[Finding] = []
        wanted = parts or known_parts()
        if of_games := [part for part in wanted if part in PARTS]:
            refused += self._rebuild_games(game, of_games)
        for part, remake in rebuilds:
            done = list(remake()) if part in wanted and not game else []
            if done or part in parts:
                refused += self._tell(part, done)
        if refused:
            raise SystemExit(1)

    def _rebuild_games(self, named: list[str] | None, parts: list[str]) -> list[Finding]:
        games: Iterable[str] = named if named else all_games()
        total = len(named) if named else Game.objects.count()
        done = []
        with Progress("games", total, is_shown=True) as progress:
            for one in games:
                done.append(rebuild(one, parts))
                progress.advance(1)
        return self._tell("games", done)

    def _tell(self, what: str, done: list[Finding | None]) -> list[Finding]:
        """Say how much was rebuilt; what could not be."""
        refused = [finding for finding in done if finding is not None]
        for finding in refused:
            self.stdout.write(str(finding))
        self.stdout.write(f"Rebuilt {len(done) - len(refused):,} of {len(done):,} {what}.")
        return refused


def known_parts() -> list[str]:
    """Everything that can be made anew, by name."""
    return [*PARTS, *(rebuild.part for rebuild in rebuilds)]
