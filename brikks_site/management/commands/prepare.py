"""`manage.py prepare`: everything between installing and serving, in one start of Django."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Bring the database and the collected static files up to date; safe to repeat."""

    help = "Migrate the database and collect the static files."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do both quietly."""
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
