"""Running the checks of an audit, those that other apps add among them, so that one that fails keeps no other from
being made."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from django.utils.module_loading import import_string

from games.extension import audit_checks
from games.integrity.audit.batches import Selection
from games.integrity.audit.findings import Finding, Report
from games.log.steady_reads import in_savepoint
from games.log.storage_faults import is_out_of_reach

T = TypeVar("T")


def check_other_apps(selection: Selection) -> Iterator[Report]:
    """What all apps find; of some games only, they have nothing to say.

    Their checks are loaded here, while other processes are at work on the games already.
    """
    if not selection.games and selection.key is None:
        yield from (run_check(import_string(check), selection.since) for check in audit_checks)


def run_check(check: Callable[..., Report | Iterable[Finding]], *arguments: Any) -> Report:
    """What a check finds, up to where it fails."""
    report = Report()
    run_or_report(report, None, _take_in, report, check, arguments)
    return report


def _take_in(report: Report, check: Callable[..., Report | Iterable[Finding]], arguments: Sequence[Any]) -> None:
    found = check(*arguments)
    report.take_in(found) if isinstance(found, Report) else report.add(found)


def run_or_report(report: Report, otherwise: T, work: Callable[..., T], *arguments: Any) -> T:
    """What some work gives, or something else if it fails, which is taken down: nothing that a database may hold must
    keep the rest from being audited."""
    try:
        with in_savepoint():
            return work(*arguments)
    except Exception as error:
        if is_out_of_reach(error):
            raise
        report.add([Finding("database/unreadable", f"Something cannot be read: {type(error).__name__} {error}.")])
        return otherwise
