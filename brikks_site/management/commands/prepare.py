"""`manage.py prepare`: everything between installing and serving, in one start of Django."""

from argparse import ArgumentParser
from collections.abc import Iterator
from io import StringIO
from typing import Any, Final

import redis
import segno
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from brikks_site.translations.catalogues import compile_stale
from games.accounts.owner import first_owner_link
from games.integrity.witness.file import WitnessUnreadable, read_witness
from games.integrity.witness.history import HistoryContradicted, catch_up, witness_alarms
from games.keys.fit import require_fitting_keys
from tournaments.demo.content import fill
from tournaments.demo.people import OWNER, PLAYERS, password_of

COMPILE: Final = ".venv/bin/python -m brikks_site.translations compile"


class Command(BaseCommand):
    """Bring translations, the database and the collected static files up to date; safe to repeat."""

    help = "Compile the translations, migrate the database and collect the static files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to tell whoever has started the site."""
        parser.add_argument("--address", metavar="URL", help="print the link for the first owner, under this address")
        parser.add_argument("--qr", action="store_true", help="print the address as a QR code too")
        parser.add_argument("--demo", action="store_true", help="fill the site with sample content")

    def handle(self, *args: Any, address: str | None, qr: bool, demo: bool, **options: Any) -> None:
        """Do all of it quietly, after a look whether the services answer; refused if a key is lost that was in use."""
        compile_translations()
        ask_database()
        ask_redis(settings.REDIS_URL)
        call_command("migrate", interactive=False, verbosity=0)
        ask_keys()
        self.stdout.write("".join(f"ATTENTION: {alarm}\n" for alarm in hear_witness()), ending="")
        call_command("collectstatic", interactive=False, verbosity=0)
        if demo:
            self.stdout.write(fill_with_samples())
        if address and qr:
            self.stdout.write(qr_code(address))
        if address and (link := first_owner_link(address)):
            self.stdout.write(f"Nobody owns this site yet. Whoever opens this link first will: {link}")


def fill_with_samples() -> str:
    """Make the sample content if it is not there; who its people are, for the terminal."""
    fill()
    rows = [f"    {person.username:<8} {password_of(person)}   {person.display_name}" for person in (*PLAYERS, OWNER)]
    return "\n".join(
        [
            "Log in as one of these (ellis owns the site, mika the club, and robin is to move in a game):",
            *rows,
        ]
    )


def compile_translations() -> None:
    """Compile the translations that have changed; who may not write the code must have that done by who may."""
    try:
        compile_stale()
    except OSError as error:
        told = f"The translations cannot be compiled: {error}. Let the owner of the code do it: {COMPILE}"
        raise CommandError(told) from error


def ask_database() -> None:
    """Refuse a database that does not answer, with its own words."""
    try:
        connection.ensure_connection()
    except OperationalError as error:
        raise CommandError(f"The database cannot be used: {error}".strip()) from error


def ask_keys() -> None:
    """Refuse keys that do not fit the database."""
    try:
        require_fitting_keys()
    except ImproperlyConfigured as error:
        raise CommandError(str(error)) from error


def hear_witness() -> Iterator[str]:
    """What this machine remembers against the database, and that it has begun to remember, in sentences."""
    try:
        before = read_witness().seen
        catch_up()
        if before is None and (seen := read_witness().seen):
            yield f"This machine remembers from now on what was signed; it took the database at its word, up to {seen}."
    except (HistoryContradicted, WitnessUnreadable):
        pass  # one of the alarms
    yield from witness_alarms()


def ask_redis(url: str) -> None:
    """Refuse a Redis that was named and does not answer."""
    if not url:
        return
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=5) as client:
            client.ping()
    except (redis.RedisError, ValueError) as error:
        raise CommandError(f"The Redis of REDIS_URL does not answer: {error}") from error


def qr_code(text: str) -> str:
    """A text for the cameras of phones, in half blocks that a terminal shows."""
    drawn = StringIO()
    segno.make(text, micro=False).terminal(out=drawn, compact=True)
    return drawn.getvalue()
