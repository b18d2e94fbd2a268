"""How far back a profile looks."""

from datetime import datetime, timedelta
from typing import Final

MONTH: Final = "month"
QUARTER: Final = "quarter"
YEAR: Final = "year"
ALL: Final = "all"
RANGES: Final[dict[str, timedelta | None]] = {
    MONTH: timedelta(days=30),
    QUARTER: timedelta(days=91),
    YEAR: timedelta(days=365),
    ALL: None,
}
"""The ranges in the order in which they are offered; None has no beginning."""


def range_named(name: str) -> str:
    """The range that an address asks for; everything if it asks for none that there is."""
    return name if name in RANGES else ALL


def beginning_of(name: str, until: datetime) -> datetime | None:
    """When a range begins that ends now; None if it has no beginning."""
    length = RANGES[name]
    return None if length is None else until - length
