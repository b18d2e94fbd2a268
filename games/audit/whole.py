"""The whole audit: guards, games, checkpoints, what other apps keep; in this process or shared out among several."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from functools import cache, partial
from pathlib import Path

from games.audit.batches import EVERYTHING, Batch, Selection, batches
from games.audit.checkpoints import check_checkpoints
from games.audit.column_types import check_column_types
from games.audit.crew import Crew, crew
from games.audit.findings import Finding, Report
from games.audit.game import check_batch
from games.audit.imported import check_imported, only_imported
from games.audit.kept import check_kept
from games.audit.leftovers import check_leftovers
from games.audit.parts import check_parts
from games.audit.progress import Progress
from games.audit.reading import steady, this_moment
from games.guards import foreign_triggers, missing_guards


def audit(
    selection: Selection = EVERYTHING, kept: Path | None = None, workers: int = 1, is_shown: bool = False
) -> Report:
    """Check everything that was selected; `kept` is a file of signed notes from elsewhere."""
    report = Report()
    with crew(workers) as helpers, steady():
        imported, ids = check_imported(selection)
        apart = only_imported(ids) if selection.games else set()
        owned = selection._replace(games=tuple(game for game in selection.games if game not in apart))
        portions = [] if apart and not owned.games else list(batches(owned))
        results = _shared_out(helpers, portions)
        report.add(_check_guards())
        report.take_in(imported)
        report.take_in(check_checkpoints(selection))
        report.add(check_kept(kept) if kept else ())
        report.add(_beside_the_games() if selection.is_everything else ())
        for part in check_parts(selection):
            report.take_in(part)
        with Progress("events", sum(batch.events for batch in portions), is_shown) as progress:
            for part in results:
                report.take_in(part)
                progress.advance(part.events)
    return report


def _check_guards() -> Iterator[Finding]:
    for guard in missing_guards():
        yield Finding("guard/missing", f"The guard “{guard}” is missing, or not as it should be.")
    for trigger in foreign_triggers():
        yield Finding("guard/foreign", f"“{trigger}” changes what the database does, but is none of the guards.")


def _beside_the_games() -> Iterator[Finding]:
    yield from check_column_types()
    yield from check_leftovers()


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
