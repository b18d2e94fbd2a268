"""`manage.py changepassword NAME`: a new password, typed here; as everywhere it ends tokens, links and sessions."""

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword

from games.accounts.adapter import end_other_ways_in
from games.log.transactions import writing
from games.models import Account


class Command(changepassword.Command):
    """Django's own leaves every token as it is."""

    def handle(self, *args: Any, **options: Any) -> str | None:
        """Ask for it, and let nobody else stay in."""
        name = options["username"] or getpass.getuser()  # as Django has it where nobody is named
        said: str | None = super().handle(*args, **{**options, "username": name})
        with writing():
            end_other_ways_in(Account.objects.get(username=name), None)
        return said
