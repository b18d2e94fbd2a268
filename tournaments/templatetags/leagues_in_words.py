"""What pages say of leagues, in words."""

from typing import Final

from django import template
from django.utils.dates import WEEKDAYS
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.play.cards import BOT_NAMES
from tournaments.events.standings.csv_export import to_decimal
from tournaments.leagues.models import DRAFT, FINISHED, RUNNING
from tournaments.leagues.promotion import DOWN, FILLS, NEW, OUT, STAYS, UP, YIELDS

register = template.Library()

WAYS: Final[dict[str, Promise]] = {
    UP: _("Goes up"),
    DOWN: _("Goes down"),
    STAYS: _("Stays"),
    OUT: _("Has withdrawn"),
}
CAME: Final[dict[str, Promise]] = {
    UP: _("Came up"),
    DOWN: _("Came down"),
    STAYS: _("Stayed"),
    FILLS: _("Fills a gap"),
    YIELDS: _("No place left above"),
    NEW: _("New"),
}
STATUSES: Final[dict[str, Promise]] = {DRAFT: _("Draft"), RUNNING: _("Running"), FINISHED: _("Finished")}


@register.filter
def way_name(way: str) -> str:
    """Where somebody would play next."""
    return str(WAYS.get(way, way))


@register.filter
def came_name(came: str) -> str:
    """How somebody came into a division of a draft."""
    return str(CAME.get(came, came))


@register.filter
def season_status(status: str) -> str:
    """How far a season is."""
    return str(STATUSES.get(status, status))


@register.filter
def bot_name(bot: str) -> str:
    """What a bot is called."""
    return str(BOT_NAMES.get(bot, bot))


@register.filter
def weekday_name(weekday: int) -> str:
    """A day of the week, Monday being 0."""
    return str(WEEKDAYS[weekday])


@register.filter
def in_units(points: int, unit: int) -> str:
    """Points as they are shown, two digits behind the point at most."""
    return number_format(to_decimal(points, unit))
