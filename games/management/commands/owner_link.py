"""`manage.py owner_link [--at URL]`: a one-time link that makes the first owner's account."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.accounts.owner import first_owner_link

HERE = "http://127.0.0.1:8000/"


class Command(BaseCommand):
    """Refused once there is an owner."""

    help = "Make the link to the first owner's account; earlier links end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where the site is."""
        parser.add_argument("--at", default=HERE, metavar="URL", help=f"the address of the site ({HERE})")

    def handle(self, *args: Any, at: str, **options: Any) -> None:
        """Print it."""
        link = first_owner_link(at)
        if link is None:
            raise CommandError("This site has an owner already; `password_link NAME` lets them back in.")
        self.stdout.write(link)
