"""`manage.py changepassword NAME`: a new password, typed here; as everywhere it ends tokens, links and sessions."""

import getpass
from typing import Any, Final

from django.contrib.auth.management.commands import changepassword
from django.core.management.base import CommandError

from engine.errors import Refused
from games.accounts.models import Account
from games.accounts.passwords import change_password, require_strong_password

MOST_TRIES: Final = 3


class Command(changepassword.Command):
    """Django's own stores the password by itself, and leaves every token as it is."""

    def handle(self, *args: Any, **options: Any) -> str:
        """Ask for it, and let nobody else stay in."""
        name = options["username"] or getpass.getuser()  # as Django has it where nobody is named
        account = Account.objects.filter(username=name).first()
        if account is None:
            raise CommandError(f"There is no account “{name}”.")
        self.stdout.write(f"A new password for the account “{name}”.")
        change_password(account, self._good_password(account))
        return f"The account “{name}” has a new password; its tokens, links and sessions have ended."

    def _good_password(self, account: Account) -> str:
        """What was typed twice alike; asked for before anything is written, as nobody else could write meanwhile."""
        for _ in range(MOST_TRIES):
            password = getpass.getpass(prompt="Password: ")
            if password != getpass.getpass(prompt="Password (again): "):
                self.stderr.write("The two differ; please try again.")
                continue
            try:
                require_strong_password(password, account)
            except Refused as refusal:
                self.stderr.write(refusal.sentence)
            else:
                return password
        raise CommandError(f"The password was not changed after {MOST_TRIES} attempts.")
