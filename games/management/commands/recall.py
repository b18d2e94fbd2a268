"""`manage.py recall --rules N`: which games another version of the rules would have dealt with differently."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.errors import Refused
from engine.records import DEFAULT_GAME
from engine.registry import find
from games.integrity.audit.batches import Selection, batches
from games.integrity.audit.recall import ChangedGame, recall
from games.log.steady_reads import steady_view
from games.progress import Progress


class Command(BaseCommand):
    """Exit status 1 if anything would change, 2 for rules that are not known."""

    help = "Replay all games under another version of their rules, and list those that would change."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which rules."""
        parser.add_argument("--rules", type=int, required=True, metavar="N", help="the version of the rules")
        parser.add_argument("--key", default=DEFAULT_GAME, help=f"the game, “{DEFAULT_GAME}” if none is named")
        parser.add_argument("--json", action="store_true", help="one JSON document instead of lines")

    def handle(self, *args: Any, rules: int, key: str, **options: Any) -> None:
        """Replay, tell, and leave with the status."""
        try:
            other = find(key, rules)
        except Refused as refusal:
            raise CommandError(refusal.sentence, returncode=2) from None
        games, changes = 0, list[ChangedGame]()
        with steady_view():
            portions = list(batches(Selection(key=key)))
            with Progress("events", sum(batch.events for batch in portions), not options["json"]) as progress:
                for batch in portions:
                    for events, change in recall(batch, other):
                        games += 1
                        changes += [change] if change else []
                        progress.advance(events)
        self._tell(key, rules, games, changes, options["json"])
        if changes:
            raise SystemExit(1)

    def _tell(self, key: str, rules: int, games: int, changes: list[ChangedGame], as_json: bool) -> None:
        if as_json:
            told = {"ok": not changes, "key": key, "rules": rules, "games": games}
            self.stdout.write(json.dumps({**told, "changes": [change._asdict() for change in changes]}))
            return
        for change in changes:
            self.stdout.write(str(change))
        self.stdout.write(f"Replayed {games:,} games under version {rules}: {len(changes):,} would change.")
