"""`manage.py changepassword NAME`: a new password, typed here; as everywhere it ends tokens, links and sessions."""

from typing import Any

from django.contrib.auth.management.commands import changepassword

from games.accounts.adapter import end_other_ways_in
from games.log.transactions import writing
from games.models import Account


class Command(changepassword.Command):
    """Django's own leaves every token as it is."""

    def handle(self, *args: Any, **options: Any) -> str | None:
        """Ask for it, and let nobody else stay in."""
        said: str | None = super().handle(*args, **options)
        with writing():
            end_other_ways_in(Account.objects.get(username=options["username"]), None)
        return said
