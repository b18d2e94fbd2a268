"""The whole audit: guards, games, checkpoints, what other apps keep; in this process, or shared out among several
with a connection of its own to the database each.

Who may do what on the site is told with every whole audit, because no log says how anybody came by it. Whether these
are the right ones, only somebody who knows them can say.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import cache, partial
from multiprocessing import get_context
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any, Final, TypeAlias

from django.db import Error, connection, connections
from django.db.models import Q
from django.utils import timezone

from games.accounts.models import Account, OneTimeLink, Token
from games.integrity.audit.batches import EVERYTHING, Batch, Selection, batches
from games.integrity.audit.checkpoints import check_checkpoints, check_kept_notes, check_witness, read_witness_or_fault
from games.integrity.audit.checks import check_other_apps, run_check, run_or_report
from games.integrity.audit.cross_game import check_grace, check_leftovers
from games.integrity.audit.database import check_column_types, check_integrity, damaged_database, unknown_write_version
from games.integrity.audit.findings import Finding, Report
from games.integrity.audit.game import check_batch
from games.integrity.audit.game_rows import check_waits
from games.integrity.audit.imported_games import check_imported, only_imported
from games.integrity.audit.schema import check_schema
from games.integrity.witness.file import WitnessStatement
from games.log.guards import foreign_triggers, missing_guards
from games.log.steady_reads import exported_snapshot, steady_view, stream
from games.log.storage_faults import is_out_of_reach
from games.progress import Progress

WorkerPool: TypeAlias = Executor
WORTHWHILE: Final = 50_000
"""From how many events on it pays to start processes."""


def fitting_worker_count() -> int:
    """How many processes are worth their start: one for each processor, or only this one for a small database."""
    try:
        [[events]] = stream("SELECT coalesce(sum(seq), 0) FROM games_game")
        return len(os.sched_getaffinity(0)) if events >= WORTHWHILE else 1
    except (Error, ValueError, TypeError):
        # A database that cannot say how much it holds is not a large one any more.
        return 1


@contextmanager
def worker_pool(number: int) -> Iterator[WorkerPool | None]:
    """So many processes until the block ends; None if this one is enough.

    They are copies of this one, so that they know the same games. A connection to the database must not be shared with
    a copy: all are closed before, and whoever needs one opens its own. Inside a transaction that is impossible; and of
    a process with several threads no copy can be made, which might stand still for ever.
    """
    if number <= 1 or connection.in_atomic_block or threading.active_count() > 1:
        yield None
        return
    connections.close_all()
    executor = ProcessPoolExecutor(number, get_context("fork"), initializer=_begin_worker)
    try:
        # The first piece of work is what makes it start them all.
        executor.submit(os.getpid).result()
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _begin_worker() -> None:
    """An interruption is the affair of whoever shares out the work.

    A copy ends without the usual ending of Python: its connections are closed by then, or a server would take down that
    somebody has gone in the middle of a transaction.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Finalize(None, connections.close_all, exitpriority=10)


def check_rights() -> Report:
    """Who owns the site and who belongs to its staff, and what leads into their accounts without a password."""
    staff = Account.objects.filter(Q(is_staff=True) | Q(is_superuser=True), is_active=True)
    return Report(
        rights={
            "owners": _usernames(staff.filter(is_superuser=True)),
            "staff": _usernames(staff.filter(is_superuser=False)),
            "staff_tokens": sorted(_tokens_of_staff(staff)),
            "staff_links": sorted(_links_to_staff(staff)),
        }
    )


def _usernames(accounts: Any) -> list[str]:
    return sorted(accounts.values_list("username", flat=True))


def _tokens_of_staff(staff: Any) -> Iterator[str]:
    valid = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    for token in Token.objects.filter(valid, account__in=staff).select_related("account"):
        yield f"{token.account.username} (“{token.name}”: {token.scopes})"


def _links_to_staff(staff: Any) -> Iterator[str]:
    """A link without an account makes the first owner's."""
    leading = Q(account__in=staff) | Q(account=None)
    links = OneTimeLink.objects.filter(leading, expires_at__gt=timezone.now(), used_at=None)
    for link in links.select_related("account", "made_by"):
        who = link.account.username if link.account else "whoever opens it first"
        maker = f", made by {link.made_by.username}" if link.made_by else ""
        yield f"{who} ({link.purpose}{maker})"


_BESIDE_THE_GAMES: Final[tuple[Callable[[], Report | Iterable[Finding]], ...]] = (
    *(check_schema, check_column_types, check_leftovers, check_waits, check_grace, check_rights),
)


def audit(
    selection: Selection = EVERYTHING,
    kept: Path | None = None,
    workers: int = 1,
    is_shown: bool = False,
    is_in_use: bool = True,
) -> Report:
    """Check everything that was selected; `kept` is a file of signed notes from elsewhere.

    Of a database that is not in use, such as a backup, the witness of this machine has nothing to say. One that cannot
    be read just now, as on a full disk or behind a server that does not answer, is not audited: its error is raised.
    """
    report = Report()
    witness = read_witness_or_fault() if is_in_use else WitnessStatement()
    if isinstance(witness, WitnessStatement) and witness.unacknowledged:
        # While nobody has said why guards were gone, anything may have been changed anywhere.
        selection = EVERYTHING
    with worker_pool(workers) as helpers:
        try:
            with steady_view():
                report.take_in(run_check(check_witness, witness) if is_in_use else Report())
                _check_all(report, helpers, selection, kept, is_shown)
        except (Error, ValueError, OverflowError) as error:
            if is_out_of_reach(error):
                report.add(unknown_write_version())
                if not report.findings:
                    raise
                return report
            # Of a file that is no database any more, not even the first question is answered.
            report.add([damaged_database(str(error))])
    return report


def _check_all(
    report: Report, helpers: WorkerPool | None, selection: Selection, kept: Path | None, is_shown: bool
) -> None:
    imported, ids = run_or_report(report, (Report(), set[str]()), check_imported, selection)
    portions = run_or_report(report, list[Batch](), _portions, selection, ids)
    # The longest first: it is one piece of work, and nobody can help with it.
    integrity = _start_elsewhere(helpers, check_integrity) if selection.is_everything else None
    results = _shared_out(helpers, portions)
    report.take_in(run_check(_check_guards))
    report.take_in(imported)
    report.take_in(run_check(check_checkpoints, selection))
    report.take_in(run_check(check_kept_notes, kept) if kept else Report())
    for check in _BESIDE_THE_GAMES if selection.is_everything else ():
        report.take_in(run_check(check))
    for part in check_other_apps(selection):
        report.take_in(part)
    with Progress("events", sum(batch.events for batch in portions), is_shown) as progress:
        for part in results:
            report.take_in(part)
            progress.advance(part.events)
    report.take_in(integrity() if integrity else Report())


def _portions(selection: Selection, imported: set[str]) -> list[Batch]:
    """The games that were selected, without those that were only imported under such a name."""
    strangers = only_imported(imported) if selection.games else set()
    owned = selection._replace(games=tuple(game for game in selection.games if game not in strangers))
    return [] if strangers and not owned.games else list(batches(owned))


def _check_guards() -> Iterator[Finding]:
    for guard in missing_guards():
        yield Finding("guard/missing", f"The guard “{guard}” is missing, or not as it should be.")
    for trigger in foreign_triggers():
        yield Finding("guard/foreign", f"“{trigger}” changes what the database does, but is none of the guards.")


def _start_elsewhere(helpers: WorkerPool | None, check: Callable[[], Report]) -> Callable[[], Report]:
    """What gives the report of a check that another process is at meanwhile, if there are others."""
    return helpers.submit(check).result if helpers is not None else check


def _shared_out(helpers: WorkerPool | None, portions: list[Batch]) -> Iterable[Report]:
    if helpers is None:
        return map(check_batch, portions)
    return helpers.map(partial(_check_elsewhere, exported_snapshot()), portions)


def _check_elsewhere(moment: str | None, batch: Batch) -> Report:
    """Check some games in another process."""
    _see_moment(moment)
    return check_batch(batch)


@cache
def _see_moment(moment: str | None) -> AbstractContextManager[None]:
    """See the database at the same moment for as long as this process is there, which ends with the audit."""
    view = steady_view(moment)
    view.__enter__()
    return view
