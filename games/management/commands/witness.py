"""`manage.py witness [show | accept | acknowledge]`: what this machine remembers, and is to be told."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.integrity.witness import file
from games.integrity.witness.file import WitnessUnreadable
from games.integrity.witness.guards import acknowledge_guards_gone
from games.integrity.witness.history import accept_history, contradiction, witness_alarms


class Command(BaseCommand):
    """Nothing that is said here is ever forgotten."""

    help = (
        "Show what this machine remembers beside its keys: the last checkpoint, and guards that were gone. “accept”"
        " takes the database as it is for the true one, after a restore; “acknowledge” says that somebody knows of the"
        " guards that were gone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to do, who says so, and why."""
        parser.add_argument("what", nargs="?", choices=("show", "accept", "acknowledge"), default="show")
        parser.add_argument("--by", default="", metavar="NAME", help="the owner who says so")
        parser.add_argument("--reason", default="", metavar="WHY", help="why, in a sentence; it is kept for ever")

    def handle(self, *args: Any, what: str, by: str, reason: str, **options: Any) -> None:
        """Do it, and say what came of it."""
        # In one line, so that nothing that is said looks like a line of the audit that repeats it.
        by, reason = " ".join(by.split()), " ".join(reason.split())
        if what != "show" and not (by and reason):
            raise CommandError("Say who and why: --by NAME --reason WHY. Both are kept for ever.")
        try:
            {"show": self._show, "accept": self._accept, "acknowledge": self._acknowledge}[what](by, reason)
        except (WitnessUnreadable, OSError) as error:
            raise CommandError(str(error)) from None

    def _show(self, by: str, reason: str) -> None:
        statement = file.read_witness()
        seen = statement.seen
        told = f"{seen}, which covers {seen.logs:,} logs with {seen.events:,} events" if seen else "no checkpoint"
        self.stdout.write(f"{file.witness_path()} remembers {told}.")
        for accepted in statement.accepted:
            self.stdout.write(f"{accepted.at}: {accepted.by} accepted {accepted.after} in place of {accepted.before}.")
        for gone in (gone for gone in statement.gone if gone.acknowledged_at):
            names = ", ".join(gone.names)
            self.stdout.write(f"{gone.at}: guards were gone ({names}); {gone.by} acknowledged it: {gone.reason}")
        for alarm in witness_alarms():
            self.stdout.write(alarm)

    def _accept(self, by: str, reason: str) -> None:
        if contradiction(file.read_witness().seen, is_patient=True) is None:
            raise CommandError("There is nothing to accept: the database goes on from what is remembered.")
        accepted = accept_history(by, reason)
        self.stdout.write(f"Accepted: from {accepted.before} to {accepted.after}. Every audit will say so.")

    def _acknowledge(self, by: str, reason: str) -> None:
        known = acknowledge_guards_gone(by, reason)
        if not known:
            raise CommandError("There is nothing to acknowledge: no guards were found gone.")
        names = ", ".join(sorted({name for gone in known for name in gone.names}))
        self.stdout.write(f"Acknowledged: {names}.")
