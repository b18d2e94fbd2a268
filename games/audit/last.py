"""What the last whole audit on this machine came to, so that a monitor can tell when there was none for too long."""

import json
import time
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings

from games.audit.findings import Report

FILE: Final = "last-audit.json"


class LastAudit(NamedTuple):
    """When it ended, in seconds since 1970, and how much it found."""

    ended: float
    findings: int


def remember_audit(report: Report) -> None:
    """Keep the outcome in the data folder; a reader sees the old one or the new one whole."""
    content = {"ended": round(time.time(), 3), "findings": len(report.findings) + report.omitted}
    passing = _path().with_suffix(".part")
    passing.write_text(json.dumps(content), encoding="ascii")
    passing.rename(_path())


def last_audit() -> LastAudit | None:
    """The outcome that was kept; None if there is none that can be read."""
    try:
        content = json.loads(_path().read_text(encoding="ascii"))
        return LastAudit(float(content["ended"]), int(content["findings"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _path() -> Path:
    return Path(settings.VAR) / FILE
