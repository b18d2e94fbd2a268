"""The whole audit: guards, games, checkpoints, what other apps keep; in this process or shared out among several."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from functools import cache, partial
from pathlib import Path
from typing import Final

from django.db import Error

from games.audit.batches import EVERYTHING, Batch, Selection, batches
from games.audit.checkpoints import check_checkpoints
from games.audit.column_types import check_column_types
from games.audit.crew import Crew, crew
from games.audit.findings import Finding, Report
from games.audit.game import check_batch
from games.audit.grace import check_grace
from games.audit.head import check_waits
from games.audit.imported import check_imported, only_imported
from games.audit.integrity import check_integrity, damaged, unknown_write_version
from games.audit.kept import check_kept
from games.audit.leftovers import check_leftovers
from games.audit.parts import attempted, check_parts, tried
from games.audit.progress import Progress
from games.audit.reading import steady, this_moment
from games.audit.rights import check_rights
from games.audit.schema import check_schema
from games.audit.witness import check_witness, hear_witness
from games.guards import foreign_triggers, missing_guards
from games.storage_faults import is_out_of_reach
from games.witness.statement import Statement

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
    witness = hear_witness() if is_in_use else Statement()
    if isinstance(witness, Statement) and witness.unacknowledged:
        # While nobody has said why guards were gone, anything may have been changed anywhere.
        selection = EVERYTHING
    with crew(workers) as helpers:
        try:
            with steady():
                report.take_in(tried(check_witness, witness) if is_in_use else Report())
                _check_all(report, helpers, selection, kept, is_shown)
        except (Error, ValueError, OverflowError) as error:
            if is_out_of_reach(error):
                report.add(unknown_write_version())
                if not report.findings:
                    raise
                return report
            # Of a file that is no database any more, not even the first question is answered.
            report.add([damaged(str(error))])
    return report


def _check_all(report: Report, helpers: Crew | None, selection: Selection, kept: Path | None, is_shown: bool) -> None:
    imported, ids = attempted(report, (Report(), set[str]()), check_imported, selection)
    portions = attempted(report, list[Batch](), _portions, selection, ids)
    # The longest first: it is one piece of work, and nobody can help with it.
    integrity = _begun(helpers, check_integrity) if selection.is_everything else None
    results = _shared_out(helpers, portions)
    report.take_in(tried(_check_guards))
    report.take_in(imported)
    report.take_in(tried(check_checkpoints, selection))
    report.take_in(tried(check_kept, kept) if kept else Report())
    for check in _BESIDE_THE_GAMES if selection.is_everything else ():
        report.take_in(tried(check))
    for part in check_parts(selection):
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


def _begun(helpers: Crew | None, check: Callable[[], Report]) -> Callable[[], Report]:
    """What gives the report of a check that another process is at meanwhile, if there are others."""
    return helpers.submit(check).result if helpers is not None else check


def _shared_out(helpers: Crew | None, portions: list[Batch]) -> Iterable[Report]:
    if helpers is None:
        return map(check_batch, portions)
    return helpers.map(partial(_check_elsewhere, this_moment()), portions)


def _check_elsewhere(moment: str | None, batch: Batch) -> Report:
    """Check some games in another process."""
    _look(moment)
    return check_batch(batch)


@cache
def _look(moment: str | None) -> AbstractContextManager[None]:
    """See the database at the same moment for as long as this process is there, which ends with the audit."""
    view = steady(moment)
    view.__enter__()
    return view
