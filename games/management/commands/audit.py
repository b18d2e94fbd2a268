"""`manage.py audit`: check everything that is stored against the logs, and name what differs."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.db import Error

from games.clock.site_time import write_time
from games.integrity.audit.batches import Selection
from games.integrity.audit.findings import remember_audit
from games.integrity.audit.full_audit import audit, fitting_worker_count
from games.keys.fit import require_fitting_keys

NOTES: Final = "notes"
HELP: Final = f"signed notes that were kept elsewhere ({NOTES} beside the keys, if there is such a file)"


def read_moment(text: str) -> str:
    """A date or time as the log writes it; without a zone it is UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"“{text}” is no date or time, such as 2026-11-16 or 2026-11-16T09:00") from None
    return write_time(moment if moment.tzinfo else moment.replace(tzinfo=UTC))


def kept_notes() -> Path | None:
    """Notes from elsewhere that somebody has laid beside the keys."""
    path = Path(settings.KEYS) / NOTES
    return path if path.exists() else None


class Command(BaseCommand):
    """Exit status 1 if anything differs."""

    requires_system_checks = ()
    """What is stored is the same whatever has become of the site's pages, and those take a second to look at."""
    help = "Check guards, chains, checkpoints, dice, rules, results, snapshots and projections, and name what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to check, and how to tell."""
        parser.add_argument("--game", nargs="+", default=[], metavar="ID", help="only these games")
        parser.add_argument(
            "--since", type=read_moment, metavar="TIME", help="only games with something new since then"
        )
        parser.add_argument("--checkpoints", type=Path, metavar="FILE", help=HELP)
        parser.add_argument("--json", action="store_true", help="one JSON document instead of lines")
        parser.add_argument("--workers", type=int, metavar="N", help="how many processes share out the work")

    def handle(self, *args: Any, game: list[str], since: str | None, **options: Any) -> None:
        """Check, tell, and leave with the status."""
        try:
            require_fitting_keys()
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from None
        except (Error, ValueError):
            # What cannot be read is for the audit to say.
            pass
        kept, as_json = options["checkpoints"] or kept_notes(), options["json"]
        if kept is not None and not kept.is_file():
            raise CommandError(f"There is no file {kept}.")
        workers = options["workers"] or fitting_worker_count()
        selection = Selection(tuple(dict.fromkeys(game)), since)
        report = audit(selection, kept, workers, is_shown=not as_json)
        if as_json:
            # A damaged database has values that are neither text nor number.
            self.stdout.write(json.dumps(report.as_json(), ensure_ascii=False, default=repr))
        else:
            self.stdout.write("\n".join(report.lines))
        # Once it is told: on a full disk it cannot be kept.
        if selection.is_everything:
            remember_audit(report)
        if not report.is_clean:
            raise SystemExit(1)
