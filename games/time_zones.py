"""The names of time zones, as “Europe/Berlin”: pure, and read where Django is not set up."""

from datetime import UTC, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

NO_PLACES: Final = frozenset(("localtime", "Factory", "posixrules"))
"""Files among those of zones that mean something else on every machine."""


def is_time_zone(name: str) -> bool:
    """Whether there is such a time zone."""
    return name in zone_names()


def zone_named(name: str) -> tzinfo:
    """The time zone of this name; UTC if there is none, as when it was known under it once."""
    return ZoneInfo(name) if is_time_zone(name) else UTC


@lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """Looked for once, as it means reading folders."""
    return frozenset(available_timezones() - NO_PLACES)
