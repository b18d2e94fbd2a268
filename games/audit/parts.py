"""Where other apps add their part to the audit, and to making anew what can be derived."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from django.utils.module_loading import import_string

from games.audit.batches import Selection
from games.audit.findings import Finding, Report

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


def check_parts(selection: Selection) -> Iterator[Report]:
    """What all apps find; of some games only, they have nothing to say."""
    if not selection.games and selection.key is None:
        yield from (_tried(check, selection.since) for check in _checks)


def _tried(name: str, since: str | None) -> Report:
    check: Check = import_string(name)
    try:
        return check(since)
    except Exception as error:
        # A row of which no value can be made must not keep the rest from being audited.
        sentence = f"{name} cannot look any further: {type(error).__name__} {error}."
        return Report(findings=[Finding("part/unreadable", sentence)])


def other_parts() -> dict[str, Rebuild]:
    """What other apps can make anew, by name."""
    return dict(_rebuilds)
