"""Spans of time in words."""

from datetime import timedelta
from typing import Any, Final

from django.utils.translation import ngettext

UNITS: Final = (timedelta(days=1), timedelta(hours=1), timedelta(minutes=1))


def duration(seconds: Any) -> str:
    """A time for a decision, or for a round, in its largest unit."""
    span = timedelta(seconds=int(seconds))
    days, hours, minutes = (span // unit for unit in UNITS)
    if days:
        return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
    if hours:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    if minutes:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    return ngettext("%(count)d second", "%(count)d seconds", span.seconds) % {"count": span.seconds}
