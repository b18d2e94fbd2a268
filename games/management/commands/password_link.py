"""`manage.py password_link NAME [--at URL]`: a one-time link to a new password, for whoever has lost theirs.

With `--remove-second-factor` for somebody who has lost that as well.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.accounts.models import Account
from games.accounts.owner import link_address
from games.accounts.passwords import PASSWORD, make_link
from games.accounts.second_factor import remove_second_factors
from games.log.sql import write_transaction
from games.management.commands.owner_link import HERE


class Command(BaseCommand):
    """Whoever may use the console may let anybody in, the owner included."""

    help = "Make a link to a new password for somebody; earlier links end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """For whom, and where the site is."""
        parser.add_argument("name", metavar="NAME", help="the username")
        parser.add_argument("--at", default=HERE, metavar="URL", help=f"the address of the site ({HERE})")
        parser.add_argument("--remove-second-factor", action="store_true", help="remove app and recovery codes too")

    def handle(self, *args: Any, name: str, at: str, remove_second_factor: bool, **options: Any) -> None:
        """Print it."""
        account = Account.objects.filter(username__iexact=name, is_guest=False, is_active=True).first()
        if account is None:
            raise CommandError(f"There is nobody called “{name}”.")
        with write_transaction():
            secret = make_link(PASSWORD, account)
            if remove_second_factor:
                remove_second_factors(account)
        self.stdout.write(link_address(at, secret))
