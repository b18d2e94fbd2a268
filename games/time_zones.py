"""Time zones by their names, as “Europe/Berlin”."""

from datetime import UTC, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones


def is_time_zone(name: str) -> bool:
    """Whether there is such a time zone."""
    return name in _names()


def zone_named(name: str) -> tzinfo:
    """The time zone of this name; UTC if there is none, as when it was known under it once."""
    return ZoneInfo(name) if is_time_zone(name) else UTC


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    """Looked for once, as it means reading folders."""
    return frozenset(available_timezones())
