"""How a club is doing, on a page for those who run it."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.visitors import count_look, viewer_at
from games.api.serializers import read_number
from games.presenters.registry import variant_name
from tournaments.clubs.page_selectors import club_context
from tournaments.clubs.selectors import see_club_as_runner
from tournaments.profiles.insights.bar_chart import Bar, bars_of
from tournaments.profiles.insights.selectors import WEEKS, Insights, Length, insights_of

MINUTE: Final = timedelta(minutes=1)
MILLISECOND: Final = timedelta(milliseconds=1)


class Chart(NamedTuple):
    """Bars under a heading, and the same as a table."""

    key: str
    title: str
    column: str
    """What the labels are."""
    values: str
    """What the values are."""
    bars: list[Bar]


@never_cache
@require_safe
def insights(request: HttpRequest, club_id: str) -> HttpResponse:
    """Participation, absence, lengths, levels and busy hours of a club."""
    count_look(request)
    seen = see_club_as_runner(club_id, viewer_at(request))
    found = insights_of(seen, read_number(request.GET, "weeks"))
    context = {"club": club_context(seen), "insights": found, "periods": WEEKS, "charts": _charts(found)}
    return render(
        request, "tournaments/profiles/insights/insights.html", {**context, "length_bars": _length_bars(found.lengths)}
    )


def _charts(found: Insights) -> list[Chart]:
    weeks = [(date_format(week.begins, "SHORT_DATE_FORMAT"), week.players) for week in found.participation]
    levels = [(str(level), seats) for level, seats in found.levels.items()]
    days = [(str(WEEKDAYS_ABBR[day]), games) for day, games in enumerate(found.weekdays)]
    hours = [(f"{hour}:00", games) for hour, games in enumerate(found.hours)]
    return [
        _chart("participation", _("People who finished a game, by week"), _("Week from"), _("People"), weeks),
        _chart("levels", _("Levels played"), _("Level"), _("Seats"), levels),
        _chart("weekdays", _("Games begun, by day of the week"), _("Day"), _("Games"), days),
        _chart("hours", _("Games begun, by hour of the day"), _("From"), _("Games"), hours, every=6),
    ]


def _length_bars(lengths: Sequence[Length]) -> list[Bar]:
    """How long games take, drawn as exactly as it is known and told in minutes."""
    bars = bars_of([(variant_name(one.variant), one.length // MILLISECOND) for one in lengths])
    return [bar._replace(words=_minutes(bar.value * MILLISECOND)) for bar in bars]


def _minutes(length: timedelta) -> str:
    return str(round(length / MINUTE)) if length >= MINUTE else "< 1"


def _chart(key: str, title: str, column: str, values: str, counted: Iterable[Any], every: int | None = None) -> Chart:
    return Chart(key, title, column, values, bars_of(list(counted), every))
