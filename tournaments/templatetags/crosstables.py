"""The cells of a crosstable, in words."""

from collections.abc import Mapping

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tournaments.events.standings.cells import ABSENT, BYE, OPEN, VOID, Cell
from tournaments.templatetags.leagues_in_words import in_units

register = template.Library()

Games = Mapping[tuple[int, str], str]
"""Games by round and entrant."""


@register.simple_tag
def cell_words(cell: Cell, entrant: str, places: Mapping[str, int], unit: int, games: Games) -> str:
    """What one round was for somebody, with the way to its game where there is one to look at."""
    if cell.kind == ABSENT:
        return "–"
    if cell.kind == BYE:
        return _("Bye %(points)s") % {"points": in_units(cell.points, unit)}
    others = "/".join(str(places[one]) for one in cell.seated if one != entrant)
    return _against(others, _led_to(_outcome(cell, unit), games.get((cell.round, entrant))))


def _outcome(cell: Cell, unit: int) -> str:
    """What came of a table for somebody."""
    decided = "*" if cell.is_overridden else ""
    if cell.kind in (OPEN, VOID):
        return "…" if cell.kind == OPEN else f"×{decided}"
    mark = _("f") if cell.seat is not None and cell.seat.has_forfeited else ""
    return f"{in_units(cell.points, unit)}{mark}{decided}"


def _led_to(words: str, game: str | None) -> str:
    if game is None:
        return words
    return format_html('<a href="{}">{}</a>', reverse("game", args=[game]), words)


def _against(others: str, words: str) -> str:
    """Who sat opposite, less conspicuous than what came of it."""
    if not others:
        return words
    said = _("against %(numbers)s") % {"numbers": others}
    mark = '<span class="opposite" aria-hidden="true">{}</span><span class="visually-hidden">{}</span> {}'
    return format_html(mark, others, said, words)
