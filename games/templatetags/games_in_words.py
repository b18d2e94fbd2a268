"""What lists and tables say of a game, in words."""

from datetime import timedelta
from typing import Any, Final

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from engine.protocol import Json
from games.boards.agreeing import OFFERED, variant_name
from games.selectors.names import player_name

register = template.Library()
register.filter("variant_name", variant_name)
register.filter("player_name", player_name)

STATUS_NAMES: Final[dict[str, Promise]] = {
    "open": gettext_lazy("Open"),
    "running": gettext_lazy("Live"),
    "finished": gettext_lazy("Finished"),
    "adjudicated": gettext_lazy("Ended by decision"),
    "aborted": gettext_lazy("Called off"),
    "voided": gettext_lazy("Voided"),
    "mine": gettext_lazy("Mine"),
    "": gettext_lazy("All"),
}
UNITS: Final = (timedelta(days=1), timedelta(hours=1), timedelta(minutes=1))


@register.filter
def status_name(status: str) -> str:
    """Where a game is."""
    return str(STATUS_NAMES.get(status, status))


@register.filter
def level_name(level: int) -> str:
    """How hard a seat has it."""
    return str(OFFERED.levels.get(level, level))


@register.filter
def timeout_name(policy: str) -> str:
    """What happens to whoever lets the time run out."""
    return str(OFFERED.timeouts.get(policy, policy))


@register.filter
def initial(player: Json) -> str:
    """The letter that stands for somebody."""
    return player_name(player)[:1].upper()


@register.filter
def duration(seconds: Any) -> str:
    """A time for a decision in its largest unit."""
    span = timedelta(seconds=int(seconds))
    days, hours, minutes = (span // unit for unit in UNITS)
    if days:
        return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
    if hours:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    if minutes:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    return ngettext("%(count)d second", "%(count)d seconds", span.seconds) % {"count": span.seconds}


@register.filter
def counted_from_one(number: int) -> int:
    """A seat as people count them."""
    return number + 1
