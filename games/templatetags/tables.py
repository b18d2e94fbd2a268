"""What the page of a game needs beyond Django's own filters."""

from collections.abc import Mapping
from datetime import datetime
from math import ceil
from typing import Any, Final

from django import template

from engine.canonical import canonical

register = template.Library()

HOUR: Final = 3600
DAY: Final = 24 * HOUR


@register.filter
def as_json(value: Any) -> str:
    """A value as the text that scripts and forms send."""
    return canonical(value)


@register.filter
def of(pictures: Mapping[str, Any], name: str) -> Any:
    """One of several by its name."""
    return pictures.get(name)


@register.filter
def time_left(due: datetime, now: datetime) -> str:
    """The time until a deadline in digits, as the page's script goes on to show it; nothing for a day or more."""
    seconds = max(ceil((due - now).total_seconds()), 0)
    if seconds >= DAY:
        return ""
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
