"""Where other apps add their part to the audit, and to making anew what can be derived."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias, TypeVar

from django.utils.module_loading import import_string

from games.integrity.audit.batches import Selection
from games.integrity.audit.findings import Finding, Report
from games.log.steady_reads import in_savepoint
from games.log.storage_faults import is_out_of_reach

T = TypeVar("T")
Check: TypeAlias = Callable[[str | None], Report]
"""Checks what an app keeps, all of it or what has changed since a time."""
Rebuild: TypeAlias = Callable[[], Iterator[Finding | None]]
"""Makes anew what an app derives, one after the other; why that is impossible where it is."""
_checks: Final[list[str]] = []
_rebuilds: Final[dict[str, Rebuild]] = {}


def audit_with(*checks: str) -> None:
    """Let an app take part in the audit; to be called in its `ready`.

    Its checks are named by where they stand, and loaded while other processes are at work on the games already.
    """
    _checks.extend(checks)


def rebuild_with(part: str, rebuild: Rebuild) -> None:
    """Let an app make its part anew under a name; to be called in its `ready`."""
    _rebuilds[part] = rebuild


def check_other_apps(selection: Selection) -> Iterator[Report]:
    """What all apps find; of some games only, they have nothing to say."""
    if not selection.games and selection.key is None:
        yield from (run_check(import_string(check), selection.since) for check in _checks)


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


def other_rebuilds() -> dict[str, Rebuild]:
    """What other apps can make anew, by name."""
    return dict(_rebuilds)
