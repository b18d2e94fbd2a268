"""What pages say of leaderboards, in words."""

from typing import Final

from django import template
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy

from engine.dice import TABLE
from tournaments.ratings.leaderboards.periods import ALL, DAY, MONTH, PERIODS, SEASON, WEEK, period_begin

register = template.Library()

KINDS: Final[dict[str, Promise]] = {
    ALL: pgettext_lazy("period of a leaderboard", "All time"),
    SEASON: pgettext_lazy("period of a leaderboard", "Quarter"),
    MONTH: pgettext_lazy("period of a leaderboard", "Month"),
    WEEK: pgettext_lazy("period of a leaderboard", "Week"),
    DAY: pgettext_lazy("period of a leaderboard", "Day"),
}

assert set(KINDS) == set(PERIODS)


@register.filter
def period_kind(kind: str) -> str:
    """What a kind of period is called."""
    return str(KINDS[kind])


@register.simple_tag
def period_words(kind: str, name: str) -> str:
    """A period by its name: “November 2026”."""
    begun = period_begin(kind, name)
    if begun is None:
        return period_kind(kind)
    if kind == SEASON:
        return gettext("Quarter %(quarter)d of %(year)d") % {"quarter": (begun.month + 2) // 3, "year": begun.year}
    if kind == WEEK:
        year, week, _ = begun.isocalendar()
        return gettext("Week %(week)d of %(year)d") % {"week": week, "year": year}
    return date_format(begun, "YEAR_MONTH_FORMAT" if kind == MONTH else "DATE_FORMAT")


@register.filter
def board_dice(dice: str) -> str:
    """Which games are compared: the rated ones, or those with dice on the table."""
    return gettext("Dice on the table") if dice == TABLE else gettext("Rated games")


@register.filter
def board_level(level: int | None) -> str:
    """Which levels are compared."""
    return gettext("All levels") if level is None else gettext("Level %(number)d") % {"number": level}


@register.filter
def title_words(title: str) -> str:
    """The title of a solo score in the language of the page."""
    return gettext(title)
