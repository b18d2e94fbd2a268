"""`manage.py checkpoints`: print the signed notes, to be kept where whoever holds this database cannot reach them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.log.checkpoint_proofs import stored_notes
from games.log.models import Checkpoint


class Command(BaseCommand):
    """Nothing but notes goes to standard output."""

    help = "Print the signed checkpoints one after the other, to be kept on another machine."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to begin."""
        parser.add_argument("--since", type=int, default=0, metavar="N", help="only those after checkpoint N")

    def handle(self, *args: Any, since: int, **options: Any) -> None:
        """Print them; a database that ends before N has lost something."""
        last = Checkpoint.objects.order_by("-number").values_list("number", flat=True).first() or 0
        if since > last:
            raise CommandError(f"The database ends at checkpoint {last}; it has been taken back to an earlier state.")
        for note in stored_notes(since):
            self.stdout.write(note, ending="")
